import { operator } from "@agenda-engine/core/domain/Credential"
import { Events } from "@agenda-engine/core/services/Events"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import { withEngine } from "@agenda-engine/http/cli/withEngine"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { makeDraw } from "../data/Draw.js"
import { agendaUid, eventBody } from "../data/plainEvents.js"
import type { LoadResult } from "../load/LoadOptions.js"
import { loopKey, LoopOptions } from "./LoopOptions.js"
import { readRawRows } from "./RawRows.js"
import { startWatch } from "./Stopwatch.js"

const options = Schema.decodeUnknownSync(Schema.parseJson(LoopOptions))(process.argv[2])
const { events, file, prefix, seed, source, task } = options

const slots = 5
const raw_batch = 1_000
const warmUp_events = 100
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

const inEngine = Effect.gen(function*() {
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

const raw = (batch: number): LoadResult => {
  const rows = readRawRows(source?.file ?? "", source?.prefix ?? "", file)
  const watch = startWatch()
  for (let from = 0; from < rows.events; from += batch) {
    rows.write(from, batch)
    watch.lap()
  }
  return watch.result(rows.events)
}

const result = task === "raw" || task === "rawImport"
  ? Effect.sync(() => raw(task === "raw" ? 1 : raw_batch))
  : withEngine(`sqlite:${file}`, inEngine).pipe(Effect.provide(NodeContext.layer))

const told = JSON.stringify(await Effect.runPromise(result))
process.stdout.write(told, () => process.exit(0))
