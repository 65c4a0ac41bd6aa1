import type { Limits } from "@agenda-engine/core/domain/Limits"
import { booleanOptions, type ChoiceParameter, type Parameter } from "./Parameter.js"

const list = { aliases: [], absent: null, many: true } as const

const official: ChoiceParameter<boolean> = {
  kind: "choice",
  name: "official",
  aliases: [],
  description: "1 for official agendas, 0 for the others.",
  absent: null,
  example: "1",
  many: false,
  options: booleanOptions
}

/** The parameters of the agenda search (service.md, search agendas), as data. */
export const agendaParameters = (limits: Limits) => ({
  uid: {
    ...list,
    kind: "integer",
    name: "uid",
    min: Number.MIN_SAFE_INTEGER,
    max: Number.MAX_SAFE_INTEGER,
    description: "Uids of agendas. One that no agenda has matches nothing.",
    example: "1"
  },
  slug: { ...list, kind: "text", name: "slug", description: "Slugs of agendas.", example: "ville-de-quimper" },
  official,
  search: {
    kind: "text",
    name: "search",
    aliases: [],
    description: "Words that words of the title begin with. The best matches come first.",
    absent: null,
    example: "quimper",
    many: false
  },
  size: {
    kind: "integer",
    name: "size",
    aliases: [],
    min: 0,
    max: limits.agendasPage_max,
    description: "How many agendas the page holds at most; 0 asks for the total alone.",
    absent: String(limits.agendasPage_default),
    example: "20",
    many: false
  },
  after: {
    ...list,
    kind: "integer",
    name: "after",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: "The `after` of the last answer, as it came: gives the page that follows.",
    example: "12"
  }
} as const satisfies Record<string, Parameter>)

/** The parameter of a single agenda, as data. */
export const agendaDetailed: ChoiceParameter<boolean> = {
  kind: "choice",
  name: "detailed",
  aliases: [],
  description: "1 adds `schema`, `network`, `locationSet` and `slugSchemaOptionIdMap`.",
  absent: "0",
  example: "1",
  many: false,
  options: booleanOptions
}
