import { isJsonObject, type Json } from "../domain/Json.js"
import { chooseLanguage } from "../domain/MultilingualText.js"
import type { MemberShape } from "../query/EventForm.js"

/**
 * A value with each text in several languages as one string: in the first of `languages` that it has, else in the first there is
 * (wire.md §5, monolingual). Text in no language is `""` and lists of text in none `[]`, so that readers find a string where they expect one;
 * null stays for what is not there at all. The labels of tiers stay as they are, and so do the names of a country, which are no text of the event.
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
