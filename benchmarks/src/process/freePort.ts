import * as Effect from "effect/Effect"
import { createServer } from "node:net"
import { ProcessFailed } from "./NodeProcess.js"

/** A port of this machine that nobody listens on now. */
export const freePort = Effect.async<number, ProcessFailed>((resume) => {
  const server = createServer()
  server.once("error", ({ message }) => resume(new ProcessFailed({ script: "a free port", output: message })))
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() =>
      resume(
        typeof address === "object" && address !== null
          ? Effect.succeed(address.port)
          : new ProcessFailed({ script: "a free port", output: "no free port" })
      )
    )
  })
})
