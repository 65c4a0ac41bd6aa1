import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { AgendaSettings } from "../domain/Agenda.js"
import { cleanText } from "../domain/cleanText.js"
import { type Issue, issue } from "../domain/Issue.js"
import { isJsonObject, type Json } from "../domain/Json.js"

/** What a new or restored agenda shall be; an absent member is left alone, or takes its default. */
export interface AgendaDraft {
  readonly title: string
  /** The uid to keep, for imports; else one is made. */
  readonly uid?: number
  /** Else it is made from the title. */
  readonly slug?: string
  readonly description?: string
  readonly image?: string | null
  readonly url?: string | null
  readonly official?: boolean
  readonly private?: boolean
  readonly indexed?: boolean
  /** `AgendaSettings` (wire.md §7). */
  readonly settings?: Json
  /** Additional field definitions: `{ fields: [...] }` (wire.md §5). */
  readonly schema?: Json
}

/** An agenda's draft, read: its text cleaned, its settings and fields as JSON text. */
export interface AgendaReading {
  readonly title: string
  readonly description: string | undefined
  readonly image: string | null | undefined
  readonly url: string | null | undefined
  readonly settings: string | undefined
  readonly fields: string | undefined
  readonly issues: ReadonlyArray<Issue>
}

const decodeSettings = Schema.decodeUnknownEither(AgendaSettings, { errors: "all" })

const settingsIssues = (settings: Json): ReadonlyArray<Issue> =>
  Either.match(decodeSettings(settings), {
    onLeft: (error) => {
      const faults = Arr.groupBy(ParseResult.ArrayFormatter.formatErrorSync(error), ({ path }) => ["settings", ...path].join("."))
      return Object.entries(faults).map(([field, found]) =>
        issue("type.invalid", field, { message: found.map(({ message }) => message).join("; ") })
      )
    },
    onRight: () => []
  })

const fieldsOf = (schema: Json): { readonly fields: ReadonlyArray<Json>; readonly issues: ReadonlyArray<Issue> } => {
  const fields = isJsonObject(schema) ? schema.fields : undefined
  if (fields === undefined || !Array.isArray(fields)) {
    return { fields: [], issues: [issue("type.invalid", "schema", { message: "an object with a list of fields is expected" })] }
  }
  const list: ReadonlyArray<Json> = fields
  const issues = list.flatMap((field, index) =>
    isJsonObject(field) && typeof field.field === "string" && field.field !== ""
      ? []
      : [issue("required", `schema.fields[${index}].field`, { message: "a field has a code" })]
  )
  return { fields: list, issues }
}

const cleanOrNull = (text: string | null | undefined): string | null | undefined => typeof text === "string" ? cleanText(text).trim() : text

/** Reads what an agenda shall be and finds every fault in it. */
export const readAgenda = (draft: AgendaDraft): AgendaReading => {
  const title = cleanText(draft.title).trim()
  const schema = draft.schema === undefined ? undefined : fieldsOf(draft.schema)
  return {
    title,
    description: draft.description === undefined ? undefined : cleanText(draft.description).trim(),
    image: cleanOrNull(draft.image),
    url: cleanOrNull(draft.url),
    settings: draft.settings === undefined ? undefined : JSON.stringify(draft.settings),
    fields: schema === undefined ? undefined : JSON.stringify(schema.fields),
    issues: [
      ...(title === "" ? [issue("required", "title")] : []),
      ...(draft.slug === undefined || /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(draft.slug)
        ? []
        : [issue("type.invalid", "slug", { origin: draft.slug, message: "a slug is made of lower-case letters, digits and dashes" })]),
      ...(draft.uid === undefined || (Number.isSafeInteger(draft.uid) && draft.uid > 0)
        ? []
        : [issue("integer.invalid", "uid", { origin: draft.uid })]),
      ...(draft.settings === undefined ? [] : settingsIssues(draft.settings)),
      ...(schema?.issues ?? [])
    ]
  }
}
