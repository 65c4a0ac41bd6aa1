import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as Either from "effect/Either"
import { stringify } from "qs"
import { redactUrl } from "../../src/pipeline/accessLog.js"
import { readAgendaQuery, readAgendaView } from "../../src/query/agendaParameters.js"
import { eventParameters, readStructuredDataQuery } from "../../src/query/eventParameters.js"
import { readSingleEventView } from "../../src/query/eventViewParameters.js"
import { readLocationQuery } from "../../src/query/locationParameters.js"
import { readMemberPageQuery } from "../../src/query/memberParameters.js"
import { parseQueryString } from "../../src/query/parseQueryString.js"
import { readEventQuery } from "../../src/query/readEventQuery.js"
import { demand } from "./demand.js"
import type { Fuzzer } from "./runFuzzer.js"

const limits = defaultLimits
const now = 1_750_000_000_000
const parameters = eventParameters(limits)

const samples = [
  "relative[]=current&relative[]=upcoming&city=Paris&size=5&includeFields[]=uid&if=location.city",
  "timings[gte]=2025-01-01&timings[lte]=today&timings[tz]=Europe/Paris&date[0][gte]=2025-01-01T00:00:00Z",
  "geo[northEast][lat]=48.9&geo[northEast][lng]=2.4&geo[southWest][lat]=48.8&geo[southWest][lng]=2.3",
  "aggregations[0][type]=cities&aggs[][t]=keywords&aggs[0][s]=3&aggs=states&aggsSizeLimit=2000&aggs[1][type]=timings&aggs[1][interval]=day",
  "search=jazz%20%22plein%20air%22&threshold=auto&sort[]=score&sort[]=location.city.asc&monolingual=fr&detailed=1",
  "updatedAt.gte=2025-01-01T00:00:00%2B02:00&removed=null&after[]=1&after[]=2&state[]=2&state[]=-1",
  "extId[key]=erp&extId[value]=1&age[gte]=3&age.lte=9&featured=1&accessibility[]=hi&languages[]=fr&uid[]=-1",
  "key=0123456789abcdef&size=300&from=20&order=name.asc&limit=100&network=1&official=1&genre[]=1"
] as const

const tokens = [
  "[",
  "]",
  "[]",
  "[0]",
  "[99999999]",
  "[__proto__]",
  ".",
  "=",
  "&",
  "%",
  "%5B",
  "%5D",
  "%ff",
  "%00",
  "&key=",
  "&a[b][c][d][e][f][g]=h",
  "&timings[gte]=",
  "&after[]=",
  "&aggs[0]=",
  "&search=",
  "&geo=",
  "9".repeat(40),
  "2025-13-45",
  "today",
  "null",
  "constructor",
  "🎷"
] as const

const faultsOf = <A>(read: Either.Either<A, ReadonlyArray<Issue>>): ReadonlyArray<Issue> => Either.isLeft(read) ? read.left : []

/** Query strings: every reader of parameters returns a query or faults, and no key shows in the log. */
export const queryFuzzer: Fuzzer<string> = {
  name: "query strings",
  draw: (draw) => draw.mutate(samples, tokens),
  sizeOf: (text) => text.length,
  check: (text) => {
    const tree = parseQueryString(text)
    const { faults = [] } = readEventQuery(tree, now, parameters, limits)
    const found = [
      ...faults,
      ...faultsOf(readAgendaQuery(tree, now, limits)),
      ...faultsOf(readAgendaView(tree)),
      ...faultsOf(readLocationQuery(tree, now, limits)),
      ...faultsOf(readMemberPageQuery(tree, limits)),
      ...faultsOf(readStructuredDataQuery(tree))
    ]
    readSingleEventView(tree)
    demand(found.every(({ field }) => field !== ""), "a fault names its parameter")
    const logged = redactUrl(`/v2/agendas?${text}`)
    const { key } = parseQueryString(logged.slice("/v2/agendas?".length))
    demand(!stringify({ key }).includes("0123456789abcdef"), `the log shows the key: ${logged}`)
  }
}
