import type { SchemaType } from "../domain/AdditionalField.js"
import type { Limits } from "../domain/Limits.js"

/** What definitions of additional fields are read by. */
export interface FieldRules {
  /** Whose fields they are; what the definitions say of it does not count. */
  readonly schemaType: SchemaType
  /** The language of labels that are plain strings; null: none is known, and they are kept under `und` (ISO 639-2, undetermined). */
  readonly lang: string | null
  readonly limits: Pick<
    Limits,
    "fields_max" | "fieldCode_chars_max" | "fieldLabel_chars_max" | "fieldOptions_max" | "fieldOptionValue_chars_max" | "languages_max"
  >
}

/** The language that plain labels are kept under. */
export const labelLanguage = ({ lang }: FieldRules): string => lang ?? "und"
