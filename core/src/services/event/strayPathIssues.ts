import { type Issue, issue } from "../../domain/Issue.js"
import { quoteText } from "../../domain/quote.js"
import type { EventView } from "../../query/EventView.js"
import { strayPaths } from "../../query/FieldPath.js"

const usualName = "includeFields"

const takes = "a path into the detailed form, such as uid, location.city, timings.begin or title.fr"

/** The parameter that a path was sent under. */
const nameOf = (path: string, { pathNames = {} }: EventView): string =>
  Object.hasOwn(pathNames, path) ? pathNames[path] ?? usualName : usualName

/** The faults of the paths of a view that lead nowhere for its viewer: a field that they may not read is as one that there is not. */
export const strayPathIssues = (view: EventView): ReadonlyArray<Issue> =>
  strayPaths(view.fields ?? {}, view.additional ?? []).map((path) => {
    const name = nameOf(path, view)
    return issue("parameter.invalid", name, { message: `${name} takes ${takes}, not ${quoteText(path)}`, origin: path, info: { takes } })
  })
