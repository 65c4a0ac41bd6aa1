import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import type { AdditionalField } from "../../domain/field/AdditionalField.js"
import type { Limits } from "../../domain/Limits.js"
import { cleanText, isBlankText } from "../../domain/text/cleanText.js"
import type { Json } from "../../domain/text/Json.js"
import { readFieldDefinitions } from "../field/readFieldDefinitions.js"
import { readSynonymGroups } from "../readSettings.js"
import { capIssues, issuesOf } from "../value/ParseResult.js"

/** The requested network. */
export interface NetworkDraft {
  readonly title: string
  /** Uid to use; absent: generated. */
  readonly uid?: number | undefined
  /**
   * Definitions of the additional fields of all agendas of the network: `{ fields: [...] }` (wire.md §5). Absent: none.
   */
  readonly schema?: Json | undefined
  /** Groups of words that mean the same in all agendas of the network. Absent: none. */
  readonly synonyms?: Json | undefined
}

/** A parsed network draft. Valid only without issues. */
export interface NetworkReading {
  readonly title: string
  readonly fields: ReadonlyArray<AdditionalField>
  readonly synonyms: ReadonlyArray<ReadonlyArray<string>>
  readonly issues: ReadonlyArray<Issue>
}

/** Parses a network draft and collects all issues. */
export const readNetwork = ({ schema = { fields: [] }, synonyms = [], title, uid }: NetworkDraft, limits: Limits): NetworkReading => {
  const cleaned = cleanText(title).trim()
  const fields = readFieldDefinitions(schema, { schemaType: "network", lang: null, limits }, new Set())
  const groups = readSynonymGroups(synonyms, "synonyms")
  const issues = [
    ...(isBlankText(cleaned) ? [issue("required", "title")] : []),
    ...(uid === undefined || (Number.isSafeInteger(uid) && uid > 0) ? [] : [issue("integer.invalid", "uid", { origin: uid })]),
    ...issuesOf([fields]),
    ...issuesOf([groups])
  ]
  return {
    title: cleaned,
    fields: Either.getOrElse(fields, () => []),
    synonyms: Either.getOrElse(groups, () => []),
    issues: capIssues(issues, limits.issues_max)
  }
}
