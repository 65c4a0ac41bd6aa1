import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Draw, makeDraw } from "../data/Draw.js"
import { agendaUid } from "../data/plainEvents.js"
import { unevenAgendas } from "../data/unevenAgendas.js"
import { frenchWords } from "../data/words.js"
import type { Server } from "../process/NodeProcess.js"
import { ask, readList } from "./ask.js"
import { eventsOf } from "./page.js"
import { today_ms, upserts, type WrittenAgenda } from "./upserts.js"
import type { AskedRequest, World } from "./World.js"

const day_ms = 86_400_000
const requests_count = 1_000
const reads_perWrite = 19
const windows_count = 12
const window_days = 30

/** Requests to a server of many agendas, and those of them that only read. */
export interface Mix {
  readonly all: ReadonlyArray<AskedRequest>
  readonly reads: ReadonlyArray<AskedRequest>
}

const largest: WrittenAgenda = { uid: agendaUid, locationUid: null }

/** The largest agenda as often as all others together. */
const agendas: ReadonlyArray<WrittenAgenda> = [
  ...unevenAgendas.map(() => largest),
  ...unevenAgendas
]

const oneOf = <A>(draw: Draw, values: ReadonlyArray<A>, otherwise: A): A => values[draw.below(values.length)] ?? otherwise

/**
 * What is read of one agenda: of ten reads three are its list, one the second page, two are a filtered list, four
 * single events.
 */
const readsOf = Effect.fnUntraced(function*({ reading }: Pick<World, "reading">, server: Server, uid: number, today: number) {
  const list = eventsOf(uid)
  const { after, events } = yield* Effect.flatMap(ask(server.url + list, reading), ({ text }) => readList(text))
  const second = `${list}${
    (after ?? []).map((element, index) => `${index === 0 ? "?" : "&"}after[]=${encodeURIComponent(element)}`).join("")
  }`
  const month = (draw: Draw): string => {
    const begin = today + draw.below(windows_count) * window_days * day_ms
    const [from, until] = [begin, begin + window_days * day_ms].map((instant) => DateTime.formatIso(DateTime.unsafeMake(instant)))
    return `${list}?timings[gte]=${from}&timings[lte]=${until}`
  }
  const keyword = (draw: Draw): string => `${list}?relative[]=upcoming&keyword=${encodeURIComponent(draw.one(frenchWords))}`
  const single = (draw: Draw): string => `${list}/${oneOf(draw, events, undefined)?.uid ?? 0}`
  const listed = () => list
  return [listed, listed, listed, () => second, month, keyword, single, single, single, single]
})

/**
 * 95 reads to 5 upserts, the same from the same data: lists, second pages, lists of a month or of a keyword, single
 * events, and changes of events, in agendas of very different sizes.
 */
export const mixedRequests = Effect.fnUntraced(function*(world: Pick<World, "reading" | "writing">, server: Server) {
  const draw = makeDraw(11)
  const today = yield* today_ms
  const known = new Map(
    yield* Effect.forEach(new Map(agendas.map((agenda) => [agenda.uid, agenda])).values(), (agenda) =>
      Effect.map(
        Effect.all([readsOf(world, server, agenda.uid, today), upserts(world, agenda, (index) => `mixed-${index}`)]),
        ([reads, writes]) => [agenda.uid, { reads, writes }] as const
      ))
  )
  const drawn = () => known.get(oneOf(draw, agendas, largest).uid)
  const writes = Array.from({ length: requests_count / (reads_perWrite + 1) }, (_, index) => drawn()?.writes.slice(index, index + 1) ?? [])
  const read = (): AskedRequest => {
    const path = oneOf(draw, drawn()?.reads ?? [], () => eventsOf(agendaUid))(draw)
    return { kind: "read", path, headers: world.reading }
  }
  const reads = writes.map(() => Array.from({ length: reads_perWrite }, read))
  const mix: Mix = { all: writes.flatMap((write, index) => [...write, ...reads[index] ?? []]), reads: reads.flat() }
  return mix
})

/** The same of one list alone, whose own agenda is written to. */
export const oneList = (world: Pick<World, "reading" | "writing">): Effect.Effect<Mix> => {
  const read: AskedRequest = { kind: "read", path: eventsOf(agendaUid), headers: world.reading }
  return Effect.map(upserts(world, largest, (index) => `one-${index}`), (writes) => ({
    all: writes.flatMap((write) => [write, ...Array.from({ length: reads_perWrite }, () => read)]),
    reads: [read]
  }))
}
