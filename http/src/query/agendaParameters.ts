import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import { type AgendaQuery, type AgendaSort, agendaSorts } from "@agenda-engine/core/query/agenda/AgendaQuery"
import { type AgendaPart, agendaParts, type AgendaView } from "@agenda-engine/core/query/agenda/AgendaView"
import { booleanOptions, type ChoiceParameter, type Parameter } from "@agenda-engine/core/query/Parameter"
import * as Either from "effect/Either"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

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
  description: "The fields of each agenda to return.",
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
    "Newest agendas first, or those with the most events first published in the last 30 days. Default: by relevance with a search, else by ascending uid.",
  absent: null,
  example: "createdAt.desc",
  many: false,
  options: agendaSorts.map((name) => [name, name] as const)
}

/** Parameters of the agenda search (service.md, search agendas). */
export const agendaParameters = (limits: Limits) => ({
  uid: {
    ...list,
    ...uids,
    name: "uid",
    description: "Uids of agendas. An unknown uid matches nothing.",
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
    description: "When the agenda itself was last changed; bounds are inclusive.",
    example: "2024-06-01"
  },
  search: {
    kind: "text",
    name: "search",
    aliases: [],
    description:
      "Words of the title, or of the keywords, location names and administrative levels of the published events. Inflected forms and prefixes match, too. Stop words are ignored unless the search has no other word. Each word scores 4 in the title and 2 elsewhere; a prefix scores half.",
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
    description: "Maximum number of agendas per page; 0 returns only the total.",
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
    description: "The `after` of the previous response, unchanged; returns the next page.",
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

/** Parameters of a list of sources. */
export const sourceParameters = (limits: Limits) => {
  const { after, size } = agendaParameters(limits)
  return { size, after } as const satisfies Record<string, Parameter>
}

/** Parameters of a read of one agenda. */
export const singleAgendaParameters = { detailed, includeFields } as const satisfies Record<string, Parameter>

/**
 * Parses an agenda search; fails with all issues of the query string (wire.md §2). `now`, in epoch milliseconds,
 * resolves `today`.
 */
export const readAgendaQuery = (tree: QueryTree, now: number, limits: Limits): Either.Either<AgendaQuery, ReadonlyArray<Issue>> => {
  const parameters = agendaParameters(limits)
  const reader = new ParameterReader(tree, now)
  const uid = reader.integers(parameters.uid)
  const slug = reader.text(parameters.slug)
  const official = reader.choice(parameters.official)
  const network = reader.integers(parameters.network)
  const locationSet = reader.integers(parameters.locationSet)
  const updatedAt = reader.ranges(parameters.updatedAt)
  const search = reader.oneText(parameters.search)
  const sort = reader.choice(parameters.sort)
  const fields = reader.choices(parameters.includeFields)
  const after = reader.integers(parameters.after)
  const query: AgendaQuery = {
    ...(uid === undefined ? {} : { uid }),
    ...(slug === undefined ? {} : { slug }),
    ...(official === undefined ? {} : { official }),
    ...(network === undefined ? {} : { network }),
    ...(locationSet === undefined ? {} : { locationSet }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort }),
    ...(fields === undefined ? {} : { fields }),
    ...(after === undefined ? {} : { after }),
    size: reader.oneInteger(parameters.size) ?? limits.agendasPage_default
  }
  return reader.issues.length === 0 ? Either.right(query) : Either.left(reader.issues)
}

/** All issues of the parameters of a list of sources. */
export const readSourceQuery = (tree: QueryTree, limits: Limits): Either.Either<void, ReadonlyArray<Issue>> => {
  const reader = new ParameterReader(tree, 0)
  const { after, size } = sourceParameters(limits)
  reader.oneInteger(size)
  reader.integers(after)
  return reader.issues.length === 0 ? Either.right(undefined) : Either.left(reader.issues)
}

/** Parses the content parameters of one agenda; fails with all issues of the query string. */
export const readAgendaView = (tree: QueryTree): Either.Either<AgendaView, ReadonlyArray<Issue>> => {
  const reader = new ParameterReader(tree, 0)
  const detailed = reader.choice(singleAgendaParameters.detailed) ?? false
  const fields = reader.choices(singleAgendaParameters.includeFields)
  const view: AgendaView = { detailed, ...(fields === undefined ? {} : { fields }) }
  return reader.issues.length === 0 ? Either.right(view) : Either.left(reader.issues)
}
