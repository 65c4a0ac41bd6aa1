import * as Effect from "effect/Effect"
import { setTimeout as pause } from "node:timers/promises"
import { expect, it } from "vitest"
import { freezableServer } from "../../../../adapters/postgres/test/silence/freezableServer.js"
import { raceIn } from "../sync/RacedAgenda.js"
import { startCli } from "./runCli.js"

const json = { "content-type": "application/json" }

const bodyOf = (title: string) =>
  JSON.stringify({
    title: { en: title },
    description: { en: "Sent while Postgres is frozen" },
    attendanceMode: 2,
    onlineAccessLink: "https://example.org/live",
    timings: [{ begin: "2030-06-01T18:00:00Z", end: "2030-06-01T20:00:00Z" }],
    state: 2
  })

/** What the settings below give a statement. */
const statement_ms = 2_000

/** How long the server is frozen at least: several times what the settings below give a statement. */
const frozen_ms = 6_000

/** Asks again and again, from several clients at once, until told to stop. Answers how often each status came. */
const repeat = (clients: number, ask: (turn: number) => Promise<number>) => {
  const statuses = new Map<number, number>()
  const running = new Set(Array.from({ length: clients }, (_, client) => client))
  let turn = 0
  const run = async (client: number) => {
    while (running.has(client)) {
      const status = await ask(turn++)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status !== 200) await pause(20)
    }
  }
  const done = Promise.all([...running].map(run))
  return {
    statuses,
    stop: async () => {
      running.clear()
      await done
    }
  }
}

it("a frozen Postgres causes 503 while it lasts, and loses no acknowledged write", () =>
  Effect.gen(function*() {
    const { freeze, thaw, url: database } = yield* freezableServer
    const target = yield* Effect.promise(() => raceIn(database))
    const server = startCli(["serve", "--port", "0", "--database", database], {
      env: {
        AGENDA_ACCESS_LOG: "false",
        AGENDA_STATEMENT_SECONDS: "2",
        AGENDA_DATABASE_CONNECT_SECONDS: "2",
        AGENDA_DATABASE_BUSY_SECONDS: "2",
        AGENDA_READY_SECONDS: "2"
      }
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => server.signal("SIGKILL")))
    yield* Effect.promise(async () => {
      const [, url] = await server.line(/listening on (\S+)/)
      const bought = await fetch(`${url}/v2/requestAccessToken`, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ code: target.secret })
      })
      const { access_token: token }: { readonly access_token: string } = await bought.json()
      const events = `${url}/v2/agendas/${target.agendaUid}/events`
      const headers = { ...json, "access-token": token }
      const ask = async (path: string, init: RequestInit = {}) => {
        const response = await fetch(path, { headers, ...init })
        await response.arrayBuffer()
        return response.status
      }
      const acknowledged = new Set<string>()
      const write = async (turn: number) => {
        const value = `${turn}`
        const status = await ask(`${events}/ext/frozen/${value}`, { method: "PUT", body: bodyOf(`Event ${value}`) })
        if (status === 200) acknowledged.add(value)
        return status
      }
      const read = (turn: number) => ask(`${events}?from=${turn % 50}`)
      const ready = () => ask(`${url}/health/ready`)

      const writers = repeat(4, write)
      const readers = repeat(4, read)
      while (acknowledged.size < 20 || (readers.statuses.get(200) ?? 0) < 20) await pause(50)

      for (const _ of [1, 2, 3]) expect(await ask(`${events}?size=7`)).toBe(200)
      const begun = performance.now()
      await freeze()
      const before = acknowledged.size
      // Each of these is answered while the server is frozen: nothing waits for it.
      const answers = await Promise.all([write(1_000_000), read(0), ready(), ask(`${events}/ext/frozen/0`), write(1_000_001)])
      expect(answers).toEqual([503, 503, 503, 503, 503])
      // Readers of a cached address wait for one statement, and not for one after another.
      const asked = performance.now()
      const popular = await Promise.all(Array.from({ length: 20 }, () => ask(`${events}?size=7`)))
      expect(new Set(popular)).toEqual(new Set([503]))
      expect(performance.now() - asked).toBeLessThan(2 * statement_ms)
      expect(await ask(`${url}/health/live`)).toBe(200)
      await pause(Math.max(0, frozen_ms - (performance.now() - begun)))
      expect(await Promise.all([write(1_000_002), read(1), ready()])).toEqual([503, 503, 503])
      expect(writers.statuses.get(503)).toBeGreaterThan(0)
      expect(readers.statuses.get(503)).toBeGreaterThan(0)
      await thaw()

      while ((await ready()) !== 200 || (await write(1_000_003)) !== 200 || (await read(2)) !== 200) await pause(100)
      while (acknowledged.size < before + 20) await pause(100)
      await Promise.all([writers.stop(), readers.stop()])
      expect([...writers.statuses.keys(), ...readers.statuses.keys()].every((status) => status === 200 || status === 503)).toBe(true)
      for (const value of acknowledged) expect([value, await ask(`${events}/ext/frozen/${value}`)]).toEqual([value, 200])
      server.signal("SIGTERM")
      expect((await server.finished).code).toBe(0)
    })
  }).pipe(Effect.scoped, Effect.runPromise), 240_000)
