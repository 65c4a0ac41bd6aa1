import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { completeStores } from "../store/completeStores.js"
import { loadStore } from "./loadStore.js"
import { type Conversation, type ProgramName, programs } from "./programs.js"
import { ToStore } from "./storeMessages.js"

/** The program of another process that opens a store: it is told the module of the store, and then what to do. */

const [, , module = ""] = process.argv

const send = (message: object): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    process.send?.(message, () => resume(Effect.void))
  })

const isProgram = (name: string): name is ProgramName => Object.hasOwn(programs, name)

const main = Effect.gen(function*() {
  const messages = yield* Queue.unbounded<ToStore>()
  process.on("message", (message) => messages.unsafeOffer(Schema.decodeUnknownSync(ToStore)(message)))
  process.on("disconnect", () => process.exit(0))
  const conversation: Conversation = {
    say: (value) => send({ _tag: "Said", value }),
    goOn: Effect.asVoid(Queue.take(messages)),
    die: Effect.zipRight(Effect.sync(() => process.kill(process.pid, "SIGKILL")), Effect.never)
  }
  const { database } = yield* loadStore(module)
  if (database === undefined) return yield* Effect.fail("the store of the module has no `database`")
  let opened: { readonly scope: Scope.CloseableScope; readonly stores: Context.Context<Stores> } | null = null
  const obey = (message: ToStore) =>
    Effect.gen(function*() {
      switch (message._tag) {
        case "Open": {
          const scope = yield* Scope.make()
          opened = { scope, stores: yield* Layer.buildWithScope(completeStores(database.open(message.address), () => {}), scope) }
          return null
        }
        case "Close": {
          if (opened !== null) yield* Scope.close(opened.scope, Exit.void)
          opened = null
          return null
        }
        case "Run": {
          if (opened === null || !isProgram(message.program)) return yield* Effect.fail(`no database is open for ${message.program}`)
          return yield* Effect.provide(programs[message.program](conversation, ...message.input), opened.stores)
        }
        case "GoOn":
          return null
      }
    })
  yield* send({ _tag: "Done", value: null })
  for (;;) {
    const exit = yield* Effect.exit(Effect.flatMap(Queue.take(messages), obey))
    yield* send(Exit.isSuccess(exit) ? { _tag: "Done", value: exit.value ?? null } : { _tag: "Failed", reason: Cause.pretty(exit.cause) })
  }
})

await Effect.runPromise(Effect.catchAllCause(main, (cause) => send({ _tag: "Failed", reason: Cause.pretty(cause) })))
process.disconnect()
