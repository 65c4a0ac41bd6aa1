import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import { database, help, integer, json, text } from "../input/CliOptions.js"
import { Failure } from "../output/Failure.js"
import { answer } from "../output/Output.js"

/** Addresses that a server listens on and nobody can connect to. */
const anyAddress: { readonly [host: string]: string } = { "0.0.0.0": "127.0.0.1", "::": "::1" }

/** `agenda-engine health`: asks a server on this machine whether it is ready. It opens no database. */
export const healthCommand = Command.make(
  "health",
  {
    port: integer("port", "Port of the server.").pipe(Options.withDefault(3_000)),
    host: text("host", "Address of the server.").pipe(Options.withDefault("127.0.0.1")),
    database,
    json
  },
  ({ host, port }) =>
    Effect.gen(function*() {
      const { addressOf } = yield* Effect.promise(() => import("../../config/ServerConfig.js"))
      const url = `${addressOf(anyAddress[host] ?? host, port)}/health/ready`
      const { body, status } = yield* Effect.tryPromise({
        try: async (signal) => {
          const response = await fetch(url, { signal })
          return { status: response.status, body: await response.text() }
        },
        catch: (cause) => new Failure({ message: `${url} does not answer: ${cause instanceof Error ? cause.message : String(cause)}` })
      }).pipe(
        Effect.timeoutFail({ duration: "5 seconds", onTimeout: () => new Failure({ message: `${url} does not answer in 5 seconds` }) })
      )
      yield* answer(body)
      if (status !== 200) return yield* new Failure({ message: `${url} answers ${status}` })
    })
).pipe(Command.withDescription(help("Asks the server whether it is ready, and prints its answer. Exits 1 when it is not.", [
  "health",
  "health --port 8080"
])))
