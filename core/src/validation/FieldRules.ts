import type { SchemaType } from "../domain/AdditionalField.js"
import type { Limits } from "../domain/Limits.js"

/** Parsing rules of field definitions. */
export interface FieldRules {
  /** Owner of the fields; replaces the `schemaType` of the definitions. */
  readonly schemaType: SchemaType
  /**
   * Language of labels that are plain strings; null when unknown, which stores them under `und` (ISO 639-2,
   * undetermined).
   */
  readonly lang: string | null
  readonly limits: Pick<
    Limits,
    "fields_max" | "fieldCode_chars_max" | "fieldLabel_chars_max" | "fieldOptions_max" | "fieldOptionValue_chars_max" | "languages_max"
  >
}

/** The language key of plain labels. */
export const labelLanguage = ({ lang }: FieldRules): string => lang ?? "und"
