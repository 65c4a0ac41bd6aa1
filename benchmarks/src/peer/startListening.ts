import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { connect } from "node:net"
import { ProcessFailed, type Server, startProcess } from "../process/NodeProcess.js"
import { pin } from "../process/pin.js"

const canConnect = (port: number): Effect.Effect<void, ProcessFailed> =>
  Effect.async((resume) => {
    const socket = connect({ port, host: "127.0.0.1" })
    socket.once("connect", () => {
      socket.destroy()
      resume(Effect.void)
    })
    socket.once("error", ({ message }) => resume(new ProcessFailed({ script: `port ${port}`, output: message })))
  })

/** Starts a server that listens on a port that it is told, on the core of servers, and waits until it does. */
export const startListening = Effect.fnUntraced(function*(
  command: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  port: number
) {
  const child = yield* startProcess(pin("server", command, args), env)
  child.stdout.resume()
  child.stderr.pipe(process.stderr)
  yield* Effect.retry(canConnect(port), {
    schedule: Schedule.spaced("200 millis").pipe(Schedule.upTo("3 minutes")),
    while: () => child.exitCode === null
  })
  const server: Server = { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
  return server
})
