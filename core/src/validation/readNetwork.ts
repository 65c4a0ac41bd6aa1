import * as Either from "effect/Either"
import type { AdditionalField } from "../domain/AdditionalField.js"
import { cleanText } from "../domain/cleanText.js"
import { type Issue, issue } from "../domain/Issue.js"
import type { Json } from "../domain/Json.js"
import type { Limits } from "../domain/Limits.js"
import { capIssues } from "./capIssues.js"
import { issuesOf } from "./FieldReading.js"
import { readFieldDefinitions } from "./readFieldDefinitions.js"

/** What a new network shall be. */
export interface NetworkDraft {
  readonly title: string
  /** The uid to keep; else one is made. */
  readonly uid?: number
  /** The definitions of the additional fields of all its agendas: `{ fields: [...] }` (wire.md §5). Default: none. */
  readonly schema?: Json
}

/** A network's draft, read. Only to be used when there are no issues. */
export interface NetworkReading {
  readonly title: string
  readonly fields: ReadonlyArray<AdditionalField>
  readonly issues: ReadonlyArray<Issue>
}

/** Reads what a network shall be and finds every fault in it. */
export const readNetwork = ({ schema = { fields: [] }, title, uid }: NetworkDraft, limits: Limits): NetworkReading => {
  const cleaned = cleanText(title).trim()
  const fields = readFieldDefinitions(schema, { schemaType: "network", lang: null, limits }, new Set())
  const issues = [
    ...(cleaned === "" ? [issue("required", "title")] : []),
    ...(uid === undefined || (Number.isSafeInteger(uid) && uid > 0) ? [] : [issue("integer.invalid", "uid", { origin: uid })]),
    ...issuesOf([fields])
  ]
  return { title: cleaned, fields: Either.getOrElse(fields, () => []), issues: capIssues(issues, limits.issues_max) }
}
