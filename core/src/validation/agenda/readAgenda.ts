import * as Either from "effect/Either"
import type { AgendaSettings } from "../../domain/agenda/Agenda.js"
import { type Issue, issue } from "../../domain/error/Issue.js"
import type { AdditionalField } from "../../domain/field/AdditionalField.js"
import { slug_chars_max } from "../../domain/identity/slug.js"
import type { Limits } from "../../domain/Limits.js"
import type { Json } from "../../domain/text/Json.js"
import { readFieldDefinitions } from "../field/readFieldDefinitions.js"
import { readSettings } from "../readSettings.js"
import { capIssues, fault, issuesOf, type ParseResult } from "../value/ParseResult.js"
import { readLink } from "../value/readLink.js"
import { readText } from "../value/readText.js"

/** The requested state of a new, changed or restored agenda; an absent member is unchanged, or takes its default. */
export interface AgendaDraft {
  readonly title: string
  /** Uid to use, for imports; absent: generated. */
  readonly uid?: number | undefined
  /** Absent: derived from the title. */
  readonly slug?: string | undefined
  readonly description?: string | undefined
  /** An http or https URL; null when there is none. */
  readonly image?: string | null | undefined
  /** An http or https URL; null when there is none. */
  readonly url?: string | null | undefined
  readonly official?: boolean | undefined
  readonly private?: boolean | undefined
  readonly indexed?: boolean | undefined
  /** Uid of the network of the agenda; null when there is none. */
  readonly networkUid?: number | null | undefined
  /**
   * Uid of the location set whose locations the agenda shares; null when there is none. Existing locations of the
   * agenda stay in the set in which they were created.
   */
  readonly locationSetUid?: number | null | undefined
  /** `AgendaSettings` (wire.md §7). */
  readonly settings?: Json | undefined
  /** Definitions of the agenda's own additional fields: `{ fields: [...] }` (wire.md §5). */
  readonly schema?: Json | undefined
}

/** Context for parsing an agenda draft. */
export interface AgendaReadingContext {
  /** Codes of the fields inherited from the network. */
  readonly inherited: ReadonlySet<string>
  /** Current default language of the agenda; settings of the draft override it. Null when there is none. */
  readonly defaultLang: string | null
  readonly limits: Limits
}

/** A parsed agenda draft: texts are cleaned, settings are JSON text. */
export interface AgendaReading {
  readonly title: string
  readonly description: string | undefined
  readonly image: string | null | undefined
  readonly url: string | null | undefined
  readonly settings: string | undefined
  readonly fields: ReadonlyArray<AdditionalField> | undefined
  /** All issues of the draft, at most `limits.issues_max` followed by one `tooMany`. */
  readonly issues: ReadonlyArray<Issue>
}

const readFields = (
  schema: Json,
  settings: ParseResult<AgendaSettings> | undefined,
  { defaultLang, inherited, limits }: AgendaReadingContext
): ParseResult<ReadonlyArray<AdditionalField>> => {
  const contribution = settings === undefined || Either.isLeft(settings) ? undefined : settings.right.contribution
  return readFieldDefinitions(schema, { schemaType: "agenda", lang: contribution?.defaultLang ?? defaultLang, limits }, inherited)
}

/** Parses an agenda draft and collects all issues. */
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
