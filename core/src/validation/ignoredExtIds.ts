import type { ExtId } from "../domain/Event.js"
import { type Issue, issue } from "../domain/Issue.js"
import type { WrittenExtId } from "./EventDraft.js"

/** `ignored` warnings for external identifiers with the key of the request path (`extId`) but a different value. */
export const ignoredExtIds = (extId: ExtId | null, named: ReadonlyArray<WrittenExtId> = []): ReadonlyArray<Issue> =>
  named.flatMap(({ key, value }, index) =>
    extId !== null && key === extId.key && value !== extId.value
      ? [issue("ignored", `extIds[${index}].value`, { index, message: "the path names another value of this key" })]
      : []
  )
