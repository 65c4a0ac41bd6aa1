import { rawBody } from "@agenda-engine/core/contract/RawBody"
import { operator } from "@agenda-engine/core/domain/access/Credential"
import { authorized } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { makeDraw } from "../data/Draw.js"
import { agendaUid, eventBody } from "../data/plainEvents.js"
import { loopKey, type WriteRound } from "./LoopOptions.js"
import { startWatch } from "./Stopwatch.js"

const slots = 5
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

const renamed = (body: Body) => ({ ...body, title: { ...body.title, fr: `${body.title.fr.slice(0, 80)} bis` } })

const upsertAll = (bodies: ReadonlyArray<Body>, prefix: string) =>
  Effect.gen(function*() {
    const service = yield* Events
    const watch = startWatch()
    for (const [index, body] of bodies.entries()) {
      yield* authorized(operator, { _tag: "Uid", uid: agendaUid }, "events:write", (by) =>
        service.upsert(by, { key: loopKey, value: `${prefix}${index}` }, rawBody(body)))
      watch.lap()
    }
    return watch.result()
  })

const importAll = (bodies: ReadonlyArray<object>, prefix: string) =>
  Effect.gen(function*() {
    const transfer = yield* Transfer
    const lines = bodies.map((data, index) =>
      JSON.stringify({ kind: "event", agendaUid, extId: { key: loopKey, value: `${prefix}${index}` }, data })
    )
    const watch = startWatch()
    const { rejected } = yield* transfer.import(Stream.fromIterable(lines), {
      ownerUid: null,
      dryRun: false,
      progress: () => Effect.void
    })
    if (rejected > 0) return yield* Effect.dieMessage(`${rejected} lines were rejected`)
    return watch.result(lines.length)
  })

/** Writes events one after the other, and counts. */
export const writeInEngine = Effect.fnUntraced(function*({ events, prefix, seed, task }: WriteRound) {
  const around = Math.floor((yield* Clock.currentTimeMillis) / day_ms) * day_ms
  const bodies = drawBodies(seed, events, around)
  switch (task) {
    case "import":
      return yield* importAll(bodies, prefix)
    case "importHtml":
      return yield* importAll(bodies.map(withHtml), prefix)
    case "create":
      return yield* upsertAll(bodies, prefix)
    default:
      return yield* upsertAll(bodies.map(renamed), prefix)
  }
})
