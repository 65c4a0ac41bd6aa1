import * as Effect from "effect/Effect"
import { createServer, type Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { expect, it } from "vitest"
import { smtpWorld } from "../../../../adapters/mail/test/smtpWorld.js"
import { raceIn } from "../sync/RacedAgenda.js"
import { useDatabases } from "./commands/useDatabases.js"
import { startCli } from "./runCli.js"

const { freshDatabase } = useDatabases()

const json = { "content-type": "application/json" }

/** An SMTP server that accepts connections and never says a word, until the scope closes. */
const silentServer = Effect.gen(function*() {
  const sockets: Array<Socket> = []
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => undefined))
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () =>
      Effect.sync(() => {
        server.close()
        for (const socket of sockets) socket.destroy()
      })
  )
  const address = server.address()
  return { port: typeof address === "object" && address !== null ? address.port : 0, sockets }
})

/** Waits until something holds. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await pause(50)
}

it("serve exits although its SMTP server is silent, and the next run sends the email", async () => {
  const database = await freshDatabase("SQLite")
  const target = await raceIn(database)
  const serve = Effect.fnUntraced(function*(port: number) {
    const env = {
      AGENDA_DRAIN_SECONDS: "1",
      AGENDA_MAIL: `smtp://127.0.0.1:${port}`,
      AGENDA_MAIL_FROM: "Agenda <agenda@example.org>",
      AGENDA_MAIL_SECONDS_MAX: "10",
      AGENDA_MAIL_STOP_SECONDS_MAX: "1"
    }
    const server = startCli(["serve", "--port", "0", "--database", database], { env })
    yield* Effect.addFinalizer(() => Effect.sync(() => server.signal("SIGKILL")))
    const [, url] = yield* Effect.promise(() => server.line(/listening on (\S+)/))
    return { server, url: url ?? "" }
  })

  await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const silent = yield* silentServer
    const { server, url } = yield* serve(silent.port)
    yield* Effect.promise(async () => {
      const code = JSON.stringify({ code: target.secret })
      const bought = await fetch(`${url}/v2/requestAccessToken`, { method: "POST", headers: json, body: code })
      const { access_token: token }: { readonly access_token: string } = await bought.json()
      const invited = fetch(`${url}/v2/agendas/${target.agendaUid}/members/invite`, {
        method: "POST",
        headers: { ...json, "access-token": token },
        body: JSON.stringify({ role: "contributor", emails: ["guest@example.org"] })
      }).then((response) => response.status, () => "cut")
      await until(() => silent.sockets.length > 0)
      server.signal("SIGTERM")
      expect(await invited).toBe("cut")
      const { code: exitCode, stderr } = await server.finished
      expect(exitCode, stderr).toBe(0)
      // It did not wait for the end of the time that a mail has, which is said in other words.
      expect(stderr).toContain("a mail was not taken before the process had to stop")
      expect(stderr).not.toContain("the mail was not taken within")
    })
    const { port, received } = yield* smtpWorld({})
    const next = yield* serve(port)
    yield* Effect.promise(async () => {
      await until(() => received.length > 0)
      next.server.signal("SIGTERM")
      expect((await next.server.finished).code).toBe(0)
    })
    expect(received.map(({ to }) => to)).toEqual([["guest@example.org"]])
  })))
}, 120_000)
