import { type Issue, issue } from "../../domain/error/Issue.js"
import { cleanText, isBlankText } from "../../domain/text/cleanText.js"

/** The requested location set. */
export interface LocationSetDraft {
  readonly title: string
  /** Uid to use; absent: generated. */
  readonly uid?: number
}

/** Cleans the title of a location set and collects all issues. */
export const readLocationSet = ({ title, uid }: LocationSetDraft): { readonly title: string; readonly issues: ReadonlyArray<Issue> } => {
  const cleaned = cleanText(title).trim()
  return {
    title: cleaned,
    issues: [
      ...(isBlankText(cleaned) ? [issue("required", "title")] : []),
      ...(uid === undefined || (Number.isSafeInteger(uid) && uid > 0) ? [] : [issue("integer.invalid", "uid", { origin: uid })])
    ]
  }
}
