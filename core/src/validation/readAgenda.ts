import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { AdditionalField } from "../domain/AdditionalField.js"
import { AgendaSettings } from "../domain/Agenda.js"
import { type Issue, issue } from "../domain/Issue.js"
import type { Json } from "../domain/Json.js"
import type { Limits } from "../domain/Limits.js"
import { LanguageCode } from "../domain/MultilingualText.js"
import { slug_chars_max } from "../domain/slugOf.js"
import { capIssues } from "./capIssues.js"
import { fault, type FieldReading, issuesOf } from "./FieldReading.js"
import { readFieldDefinitions } from "./readFieldDefinitions.js"
import { readLink } from "./readLink.js"
import { readText } from "./readText.js"

/** What a new or restored agenda shall be; an absent member is left alone, or takes its default. */
export interface AgendaDraft {
  readonly title: string
  /** The uid to keep, for imports; else one is made. */
  readonly uid?: number
  /** Else it is made from the title. */
  readonly slug?: string
  readonly description?: string
  /** An http or https URL; null: none. */
  readonly image?: string | null
  /** An http or https URL; null: none. */
  readonly url?: string | null
  readonly official?: boolean
  readonly private?: boolean
  readonly indexed?: boolean
  /** The network that it belongs to; null: none. */
  readonly networkUid?: number | null
  /** The location set whose locations it shares; null: none. Locations that it has made stay in the set that they were made in. */
  readonly locationSetUid?: number | null
  /** `AgendaSettings` (wire.md §7). */
  readonly settings?: Json
  /** The definitions of its own additional fields: `{ fields: [...] }` (wire.md §5). */
  readonly schema?: Json
}

/** What a draft is read against. */
export interface AgendaReadingContext {
  /** The codes of the fields that the agenda has from its network. */
  readonly inherited: ReadonlySet<string>
  /** The agenda's default language so far, which settings of the draft may change; null: it has none. */
  readonly defaultLang: string | null
  readonly limits: Limits
}

/** An agenda's draft, read: its text cleaned, its settings as JSON text. */
export interface AgendaReading {
  readonly title: string
  readonly description: string | undefined
  readonly image: string | null | undefined
  readonly url: string | null | undefined
  readonly settings: string | undefined
  readonly fields: ReadonlyArray<AdditionalField> | undefined
  /** Every fault of the draft, at most `limits.issues_max` and then one `tooMany`. */
  readonly issues: ReadonlyArray<Issue>
}

const decodeSettings = Schema.decodeUnknownEither(AgendaSettings, { errors: "all" })

const isLanguage = Schema.is(LanguageCode)

const readSettings = (settings: Json): FieldReading<AgendaSettings> =>
  Either.flatMap(
    Either.mapLeft(decodeSettings(settings), (error) => {
      const faults = Arr.groupBy(ParseResult.ArrayFormatter.formatErrorSync(error), ({ path }) => ["settings", ...path].join("."))
      return Object.entries(faults).map(([field, found]) =>
        issue("type.invalid", field, { message: found.map(({ message }) => message).join("; ") })
      )
    }),
    (read) => {
      const lang = read.contribution?.defaultLang
      return lang === undefined || isLanguage(lang)
        ? Either.right(read)
        : fault("enum.invalid", "settings.contribution.defaultLang", { origin: lang, message: "a language code such as fr is expected" })
    }
  )

const readFields = (
  schema: Json,
  settings: FieldReading<AgendaSettings> | undefined,
  { defaultLang, inherited, limits }: AgendaReadingContext
): FieldReading<ReadonlyArray<AdditionalField>> => {
  const contribution = settings === undefined || Either.isLeft(settings) ? undefined : settings.right.contribution
  return readFieldDefinitions(schema, { schemaType: "agenda", lang: contribution?.defaultLang ?? defaultLang, limits }, inherited)
}

/** Reads what an agenda shall be and finds every fault in it. */
export const readAgenda = (draft: AgendaDraft, context: AgendaReadingContext): AgendaReading => {
  const { agendaDescription_chars_max, agendaTitle_chars_max } = context.limits
  const title = Either.flatMap(
    readText(draft.title, { field: "title", chars_max: agendaTitle_chars_max }),
    (text) => text === null ? fault("required", "title") : Either.right(text)
  )
  const description = draft.description === undefined
    ? undefined
    : readText(draft.description, { field: "description", chars_max: agendaDescription_chars_max })
  const settings = draft.settings === undefined ? undefined : readSettings(draft.settings)
  const image = draft.image === undefined ? undefined : readLink("image", draft.image, "url.invalid", context.limits)
  const url = draft.url === undefined ? undefined : readLink("url", draft.url, "url.invalid", context.limits)
  const fields = draft.schema === undefined ? undefined : readFields(draft.schema, settings, context)
  const issues = [
    ...issuesOf([title, description]),
    ...(draft.slug === undefined || (draft.slug.length <= slug_chars_max && /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(draft.slug))
      ? []
      : [
        issue("type.invalid", "slug", {
          origin: draft.slug,
          message: `a slug is made of lower-case letters, digits and dashes, at most ${slug_chars_max}`
        })
      ]),
    ...(draft.uid === undefined || (Number.isSafeInteger(draft.uid) && draft.uid > 0)
      ? []
      : [issue("integer.invalid", "uid", { origin: draft.uid })]),
    ...issuesOf([image, url, settings, fields])
  ]
  return {
    title: Either.getOrElse(title, () => ""),
    description: description === undefined ? undefined : Either.getOrNull(description) ?? "",
    image: image === undefined ? undefined : Either.getOrNull(image),
    url: url === undefined ? undefined : Either.getOrNull(url),
    settings: draft.settings === undefined ? undefined : JSON.stringify(draft.settings),
    fields: fields === undefined ? undefined : Either.getOrElse(fields, () => []),
    issues: capIssues(issues, context.limits.issues_max)
  }
}
