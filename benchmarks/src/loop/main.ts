import { anyone, operator } from "@agenda-engine/core/domain/Credential"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import type { Engine } from "@agenda-engine/core/Engine"
import { Events } from "@agenda-engine/core/services/Events"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import { withEngine } from "@agenda-engine/http/cli/withEngine"
import { eventParameters } from "@agenda-engine/http/query/eventParameters"
import { parseQueryString } from "@agenda-engine/http/query/parseQueryString"
import { readEventQuery } from "@agenda-engine/http/query/readEventQuery"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { readFileSync } from "node:fs"
import { makeDraw } from "../data/Draw.js"
import { agendaUid, eventBody } from "../data/plainEvents.js"
import type { LoadResult } from "../load/LoadOptions.js"
import { listFromStore } from "./listFromStore.js"
import { loopKey, LoopOptions, type ReadLoop, warmUp_events, type WriteLoop } from "./LoopOptions.js"
import { readRawRows } from "./RawRows.js"
import { startWatch } from "./Stopwatch.js"

const parameters = eventParameters(defaultLimits)
const slots = 5
const raw_batch = 1_000
const day_ms = 86_400_000

type Body = ReturnType<typeof eventBody>

const drawBodies = (seed: number, count: number, around: number): ReadonlyArray<Body> => {
  const draw = makeDraw(seed)
  return Array.from({ length: count }, (_, index) => eventBody(draw, index, around, slots))
}

const inHtml = (text: string): string =>
  `<div class="text"><h2>${text.slice(0, 40)}</h2><p>${text.slice(40, 200)} <strong>${text.slice(200, 260)}</strong></p><ul>${
    text.slice(260).split(" ").slice(0, 12).map((word) => `<li><a href="https://example.org/${word}">${word}</a></li>`).join("")
  }</ul><p>${text.slice(260)}</p></div>`

const withHtml = (body: Body) => ({
  ...body,
  longDescription: { fr: inHtml(body.longDescription.fr), en: inHtml(body.longDescription.en) }
})

const upsertAll = (bodies: ReadonlyArray<Body>, named: string, lap: () => void) =>
  Effect.gen(function*() {
    const service = yield* Events
    for (const [index, body] of bodies.entries()) {
      yield* service.upsert(operator, { _tag: "Uid", uid: agendaUid }, { key: loopKey, value: `${named}${index}` }, body, { lang: null })
      lap()
    }
  })

const importAll = (bodies: ReadonlyArray<object>, named: string) =>
  Effect.flatMap(Transfer, (transfer) =>
    transfer.import(
      Stream.fromIterable(
        bodies.map((data, index) => JSON.stringify({ kind: "event", agendaUid, extId: { key: loopKey, value: `${named}${index}` }, data }))
      ),
      { ownerUid: null, dryRun: false, progress: () => Effect.void }
    ))

const inEngine = Effect.fnUntraced(function*({ events, prefix, seed, task }: WriteLoop) {
  const now = yield* Clock.currentTimeMillis
  const around = Math.floor(now / day_ms) * day_ms
  const bodies = drawBodies(seed, events, around)
  const warmUp = drawBodies(seed + 1, warmUp_events, around)
  if (task === "import" || task === "importHtml") {
    const shape = task === "import" ? (body: Body): object => body : withHtml
    yield* importAll(warmUp.map(shape), `warm-${prefix}`)
    const lines = bodies.map(shape)
    const watch = startWatch()
    const { rejected } = yield* importAll(lines, prefix)
    if (rejected > 0) return yield* Effect.dieMessage(`${rejected} lines were rejected`)
    return watch.result(events)
  }
  yield* upsertAll(warmUp, `warm-${prefix}`, () => {})
  if (task !== "create") yield* upsertAll(bodies, prefix, () => {})
  const written = task === "change"
    ? bodies.map((body) => ({ ...body, title: { ...body.title, fr: `${body.title.fr.slice(0, 80)} bis` } }))
    : bodies
  const watch = startWatch()
  yield* upsertAll(written, prefix, watch.lap)
  return watch.result()
})

const raw = ({ file, source }: WriteLoop, batch: number): LoadResult => {
  const rows = readRawRows(source?.file ?? "", source?.prefix ?? "", file)
  for (let from = 0; from < warmUp_events; from += batch) rows.write(from, Math.min(batch, warmUp_events))
  const watch = startWatch()
  for (let from = warmUp_events; from < rows.events; from += batch) {
    rows.write(from, batch)
    watch.lap()
  }
  return watch.result(rows.events - warmUp_events)
}

/** Queries whose filter is tried before anything is measured: the last, which are asked last. */
const tried_queries = 10

const listAll = Effect.fnUntraced(function*({ agendaUid, measure_ms, queries, selects, warmUp_ms }: ReadLoop) {
  const service = yield* Events
  const trees = queries.map(parseQueryString)
  const list = Effect.fnUntraced(function*(tree: (typeof trees)[number]) {
    const query = readEventQuery(tree, yield* Clock.currentTimeMillis, parameters, defaultLimits)
    return yield* agendaUid === null ? service.listPublic(anyone, query) : service.list(anyone, { _tag: "Uid", uid: agendaUid }, query)
  })
  if (selects) {
    const all = (yield* list(parseQueryString("size=0"))).total
    const totals = yield* Effect.forEach(trees.slice(-tried_queries), (tree) => Effect.map(list(tree), ({ total }) => total))
    if (!totals.some((total) => total > 0 && total < all)) {
      return yield* Effect.dieMessage(`filters that let through ${totals.join()} of ${all}: ${queries.at(-1) ?? ""}`)
    }
  }
  let asked = 0
  const ask = Effect.suspend(() => list(trees[asked++ % trees.length] ?? {}))
  const warmUntil_ms = performance.now() + warmUp_ms
  while (performance.now() < warmUntil_ms) yield* ask
  const watch = startWatch()
  const until_ms = performance.now() + measure_ms
  while (performance.now() < until_ms) {
    yield* ask
    watch.lap()
  }
  return watch.result()
})

const perform = (options: LoopOptions) => {
  const engine = <A, E>(effect: Effect.Effect<A, E, Engine>) =>
    withEngine(`sqlite:${options.file}`, effect).pipe(Effect.provide(NodeContext.layer))
  switch (options.task) {
    case "list":
      return engine(listAll(options))
    case "known":
    case "uncounted":
      return listFromStore(options)
    case "raw":
      return Effect.sync(() => raw(options, 1))
    case "rawImport":
      return Effect.sync(() => raw(options, raw_batch))
    default:
      return engine(inEngine(options))
  }
}

const asked = Schema.decodeUnknown(Schema.parseJson(LoopOptions))(readFileSync(process.argv[2] ?? "", "utf8"))
const told = JSON.stringify(await Effect.runPromise(Effect.flatMap(asked, perform)))
process.stdout.write(told, () => process.exit(0))
