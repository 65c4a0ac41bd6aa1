import type { Limits } from "@agenda-engine/core/domain/Limits"
import { type AgendaSort, agendaSorts } from "@agenda-engine/core/query/AgendaQuery"
import { type AgendaPart, agendaParts } from "@agenda-engine/core/query/AgendaView"
import { booleanOptions, type ChoiceParameter, type Parameter } from "./Parameter.js"

const list = { aliases: [], absent: null, many: true } as const
const uids = { kind: "integer", min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER } as const

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

const includeFields: ChoiceParameter<AgendaPart> = {
  kind: "choice",
  name: "includeFields",
  aliases: ["if"],
  description: "What to show of each agenda, and nothing else.",
  absent: null,
  example: "summary",
  many: true,
  options: agendaParts.map((part) => [part, part] as const)
}

const sort: ChoiceParameter<AgendaSort> = {
  kind: "choice",
  name: "sort",
  aliases: [],
  description:
    "The latest made first, or those with the most events published for the first time in the last 30 days. Without it by relevance where there is a search, else by ascending uid.",
  absent: null,
  example: "createdAt.desc",
  many: false,
  options: agendaSorts.map((name) => [name, name] as const)
}

/** The parameters of the agenda search (service.md, search agendas), as data. */
export const agendaParameters = (limits: Limits) => ({
  uid: {
    ...list,
    ...uids,
    name: "uid",
    description: "Uids of agendas. One that no agenda has matches nothing.",
    example: "1"
  },
  slug: { ...list, kind: "text", name: "slug", description: "Slugs of agendas.", example: "ville-de-quimper" },
  official,
  network: { ...list, ...uids, name: "network", description: "Uids of networks that agendas belong to.", example: "9" },
  locationSet: { ...list, ...uids, name: "locationSet", description: "Uids of location sets that agendas use.", example: "5" },
  updatedAt: {
    ...list,
    kind: "range",
    name: "updatedAt",
    description: "When the agenda itself was changed last. Both bounds are included.",
    example: "2024-06-01"
  },
  search: {
    kind: "text",
    name: "search",
    aliases: [],
    description:
      "Words that words of the title begin with, or of the keywords, place names and administrative levels of what is published. By relevance each counts 4 as a whole word of the title, 2 as the beginning of one, 2 as a whole word of the others, 1 as the beginning of one.",
    absent: null,
    example: "quimper",
    many: false
  },
  sort,
  includeFields,
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

const detailed: ChoiceParameter<boolean> = {
  kind: "choice",
  name: "detailed",
  aliases: [],
  description: "1 adds `network`, `locationSet` and `slugSchemaOptionIdMap`.",
  absent: "0",
  example: "1",
  many: false,
  options: booleanOptions
}

/** The parameters of a single agenda, as data. */
export const singleAgendaParameters = { detailed, includeFields } as const satisfies Record<string, Parameter>
