import { type Issue, issue } from "../../domain/Issue.js"
import { quoteText } from "../../domain/quote.js"
import type { EventView } from "../../query/EventView.js"
import { unknownPaths } from "../../query/FieldPath.js"

const usualName = "includeFields"

const takes = "a path into the detailed form, such as uid, location.city, timings.begin or title.fr"

/** The name of the parameter that contained a path. */
const nameOf = (path: string, { pathNames = {} }: EventView): string =>
  Object.hasOwn(pathNames, path) ? pathNames[path] ?? usualName : usualName

/** Issues for the paths of a view that name no field. A field that the caller may not read counts as unknown. */
export const unknownPathIssues = (view: EventView): ReadonlyArray<Issue> =>
  unknownPaths(view.fields ?? {}, view.additional ?? []).map((path) => {
    const name = nameOf(path, view)
    return issue("parameter.invalid", name, { message: `${name} takes ${takes}, not ${quoteText(path)}`, origin: path, info: { takes } })
  })
