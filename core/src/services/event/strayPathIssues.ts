import { type Issue, issue } from "../../domain/Issue.js"
import { quoteText } from "../../domain/quote.js"
import type { EventView } from "../../query/EventView.js"
import { strayPaths } from "../../query/FieldPath.js"

const takes = "a path into the detailed form, such as uid, location.city, timings.begin or title.fr"

/** The faults of the paths of a view that lead nowhere for its viewer: a field that they may not read is as one that there is not. */
export const strayPathIssues = ({ additional = [], fields = {} }: EventView): ReadonlyArray<Issue> =>
  strayPaths(fields, additional).map((path) =>
    issue("parameter.invalid", "includeFields", {
      message: `includeFields takes ${takes}, not ${quoteText(path)}`,
      origin: path,
      info: { takes }
    })
  )
