import { isJsonObject, type Json } from "../domain/text/Json.js"
import { chooseLanguage } from "../domain/text/MultilingualText.js"
import type { MemberShape } from "../query/event/eventShape.js"

/**
 * Collapses each multilingual text to one string: in the first available language of `languages`, else in the first one
 * it has (wire.md §5, monolingual). A text without any language becomes `""` and a list of texts without any becomes
 * `[]`, so that clients always get a string. Null stays null. Tier labels and country names are not collapsed.
 *
 * @example
 * collapseTexts({ fr: "Été", en: "Summer" }, { kind: "text" }, ["de", "en"]) // "Summer"
 */
export const collapseTexts = (value: Json, shape: MemberShape, languages: ReadonlyArray<string>): Json => {
  switch (shape.kind) {
    case "plain":
    case "label":
      return value
    case "choice":
      if (Array.isArray(value)) return value.map((item: Json) => collapseTexts(item, shape, languages))
      return isJsonObject(value) ? { ...value, label: collapseTexts(value.label ?? {}, { kind: "text" }, languages) } : value
    case "text":
      return isJsonObject(value) ? chooseLanguage(value, languages) ?? "" : value
    case "texts":
      return isJsonObject(value) ? chooseLanguage(value, languages) ?? [] : value
    case "object": {
      if (Array.isArray(value)) return value.map((item: Json) => collapseTexts(item, shape, languages))
      if (!isJsonObject(value)) return value
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => {
          const inside = Object.hasOwn(shape.members, name) ? shape.members[name] : undefined
          return [name, inside === undefined ? member : collapseTexts(member, inside, languages)]
        })
      )
    }
  }
}

/** Applies `format` to a text, or to each text of an object keyed by language. */
export const formatTexts = (value: Json, format: (text: string) => string): Json => {
  if (typeof value === "string") return format(value)
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([lang, text]) => [lang, formatTexts(text, format)])) : value
}
