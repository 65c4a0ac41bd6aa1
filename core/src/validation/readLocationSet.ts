import { cleanText } from "../domain/cleanText.js"
import { type Issue, issue } from "../domain/Issue.js"

/** What a location set shall be. */
export interface LocationSetDraft {
  readonly title: string
  /** The uid to keep; else one is made. */
  readonly uid?: number
}

/** Reads what a location set shall be: its title cleaned, and every fault. */
export const readLocationSet = ({ title, uid }: LocationSetDraft): { readonly title: string; readonly issues: ReadonlyArray<Issue> } => {
  const cleaned = cleanText(title).trim()
  return {
    title: cleaned,
    issues: [
      ...(cleaned === "" ? [issue("required", "title")] : []),
      ...(uid === undefined || (Number.isSafeInteger(uid) && uid > 0) ? [] : [issue("integer.invalid", "uid", { origin: uid })])
    ]
  }
}
