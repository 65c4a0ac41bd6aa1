import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import { suite } from "../allCases.js"
import { opening, resultOf } from "../runConformance.js"
import { type FromRunner, ToRunner } from "./caseMessages.js"
import { loadStore } from "./loadStore.js"

/** The program of a process that runs cases against the store of a module, one after the other, as it is told. */

const [, , module = "", runs = "0", seed = "0"] = process.argv

const send = (message: FromRunner): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    process.send?.(message, () => resume(Effect.void))
  })

const main = Effect.gen(function*() {
  const messages = yield* Queue.unbounded<ToRunner>()
  process.on("message", (message) => messages.unsafeOffer(Schema.decodeUnknownSync(ToRunner)(message)))
  const loaded = yield* Effect.either(loadStore(module))
  if (loaded._tag === "Left") return yield* send({ _tag: "Refused", reason: loaded.left })
  const store = loaded.right
  const cases = new Map(suite({ runs: Number(runs), seed: Number(seed), processes: { module } }).map((one) => [one.id, one]))
  yield* send({ _tag: "Loaded", name: store.name, lacks: { ...store.lacks } })
  for (;;) {
    const message = yield* Queue.take(messages)
    switch (message._tag) {
      case "Open": {
        const opened = yield* Effect.either(opening(store))
        yield* send(opened._tag === "Left" ? { _tag: "NotOpened", reason: opened.left } : { _tag: "Opened" })
        break
      }
      case "Run": {
        const one = cases.get(message.id)
        if (one === undefined) return yield* Effect.dieMessage(`no case has the id ${message.id}`)
        const { outcome, time_ms } = yield* resultOf(store, { ...one, time_ms_max: message.time_ms_max ?? one.time_ms_max })
        yield* send({ _tag: "Result", outcome, time_ms })
        break
      }
      case "End":
        return
    }
  }
})

const whenDisconnected = () => process.exit(0)
process.on("disconnect", whenDisconnected)
await Effect.runPromise(Effect.catchAllCause(main, (cause) => send({ _tag: "Refused", reason: Cause.pretty(cause) })))
// What the store left behind may still end this process with an error.
process.off("disconnect", whenDisconnected)
process.disconnect()
