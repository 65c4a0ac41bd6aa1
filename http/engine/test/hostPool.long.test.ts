import { operator } from "@agenda-engine/core/domain/access/Credential"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { connect as connectTo, createServer, type Server, type Socket } from "node:net"
import { Pool, type PoolConfig, types } from "pg"
import { usePostgres } from "../../../adapters/postgres/test/usePostgres.js"
import { createAgendaEngine } from "../src/createAgendaEngine.js"
import { agendaIn, body, listening } from "./listening.js"

const postgres = usePostgres()

/** A way to a server that can be closed and opened again. */
const gateTo = async (server: string) => {
  const { hostname, port } = new URL(server)
  const sockets = new Set<Socket>()
  const forward = (client: Socket) => {
    const upstream = connectTo(Number(port), hostname)
    for (const [socket, other] of [[client, upstream], [upstream, client]] as const) {
      sockets.add(socket)
      socket.on("error", () => other.destroy()).on("close", () => {
        sockets.delete(socket)
        other.destroy()
      }).pipe(other)
    }
  }
  let gate: Server | null = null
  const open = async (at: number): Promise<number> => {
    const opened = createServer(forward)
    gate = opened
    await new Promise<void>((resolve) => opened.listen(at, "127.0.0.1", resolve))
    const address = opened.address()
    return typeof address === "object" && address !== null ? address.port : 0
  }
  const shut = async (): Promise<void> => {
    const closed = new Promise((resolve) => gate?.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const own = await open(0)
  const url = new URL(server)
  url.hostname = "127.0.0.1"
  url.port = String(own)
  return { url: url.href, open: () => open(own), shut }
}

/** Runs a test with the URL of an empty database. */
const withDatabase = (test: (url: string) => Promise<void>) =>
  Effect.gen(function*() {
    const url = Redacted.value(yield* postgres.freshSchema)
    yield* Effect.promise(() => test(url))
  })

/** Runs a test with a pool, which it closes. */
const withPool = async (options: PoolConfig, test: (pool: Pool) => Promise<void>): Promise<void> => {
  const pool = new Pool({ connectionTimeoutMillis: 5_000, ...options })
  // As a host does: without a listener, a lost idle connection ends the process.
  pool.on("error", () => {})
  try {
    await test(pool)
  } finally {
    await pool.end()
  }
}

it.scopedLive("an engine splits the tables of an empty database into the partitions that a host asks for", () =>
  withDatabase(async (url) => {
    const engine = createAgendaEngine({ database: { url, partitions: 3 }, background: false })
    await engine.ready()
    await withPool({ connectionString: url }, async (pool) => {
      const { rows } = await pool.query("SELECT count(*)::int AS partitions FROM pg_inherits WHERE inhparent = to_regclass('agenda_event')")
      expect(rows).toEqual([{ partitions: 3 }])
    })
    await engine.close()
  }))

describe("a pool of the host", () => {
  it.scopedLive("keeps its transactions apart, and stays open", () =>
    withDatabase((connectionString) =>
      withPool({ connectionString }, async (pool) => {
        const engine = createAgendaEngine({ database: { pool } })
        await engine.ready()
        await pool.query("CREATE TABLE note (text TEXT)")
        const host = await pool.connect()
        await host.query("BEGIN")
        await host.query("INSERT INTO note VALUES ('lost')")
        const { uid } = await engine.services.agendas.create({ title: "Town" })
        await host.query("ROLLBACK")
        host.release()
        expect((await pool.query("SELECT uid::int AS uid FROM agenda")).rows).toEqual([{ uid }])
        expect((await pool.query("SELECT count(*)::int AS n FROM note")).rows).toEqual([{ n: 0 }])
        await engine.close()
        expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }])
      })
    ))

  it.scopedLive.each([false, true])(
    "has one statement in progress on a connection, or several where it pipelines them: %s",
    (pipeline) =>
      withDatabase((connectionString) =>
        withPool({ connectionString, pipeline }, async (pool) => {
          let most = 0
          pool.on("connect", (client) => {
            const query: unknown = Reflect.get(client, "query")
            if (typeof query !== "function") return expect.unreachable()
            let sent = 0
            const counting = (...parameters: ReadonlyArray<unknown>): unknown => {
              const answered = parameters.at(-1)
              if (typeof answered !== "function") return Reflect.apply(query, client, parameters)
              sent += 1
              most = Math.max(most, sent)
              return Reflect.apply(query, client, [...parameters.slice(0, -1), (...answer: ReadonlyArray<unknown>) => {
                sent -= 1
                Reflect.apply(answered, null, answer)
              }])
            }
            Object.assign(client, { query: counting })
          })
          const engine = createAgendaEngine({ database: { pool } })
          const { token, uid } = await agendaIn(engine)
          await listening(engine.node, async (origin) => {
            const headers = { "access-token": token, "content-type": "application/json" }
            const event = `${origin}/v2/agendas/${uid}/events/ext/box/1`
            for (const fr of ["First", "Second"]) {
              const put = await fetch(event, { method: "PUT", headers, body: JSON.stringify({ ...body, title: { fr } }) })
              expect(put.status).toBe(200)
            }
          })
          await engine.close()
          expect(most > 1).toBe(pipeline)
        })
      )
  )

  it.scopedLive("of one connection is enough", () =>
    withDatabase((connectionString) =>
      withPool({ connectionString, max: 1 }, async (pool) => {
        const engine = createAgendaEngine({ database: { pool } })
        const { token, uid } = await agendaIn(engine)
        await listening(engine.node, async (origin) => {
          const headers = { "access-token": token, "content-type": "application/json" }
          const events = `${origin}/v2/agendas/${uid}/events`
          const posts = Array.from({ length: 5 }, () => fetch(events, { method: "POST", headers, body: JSON.stringify(body) }))
          expect((await Promise.all(posts)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
          expect(await (await fetch(events, { headers })).json()).toMatchObject({ total: 5 })
        })
        await engine.close()
      })
    ))

  it.scopedLive.each([
    { type: "numbers", parse: (text: string): unknown => Number(text) },
    { type: "BigInts", parse: (text: string): unknown => BigInt(text) }
  ])("may parse large integers as $type", ({ parse }) =>
    withDatabase((connectionString) =>
      withPool({ connectionString }, async (pool) => {
        const before = types.getTypeParser(types.builtins.INT8)
        types.setTypeParser(types.builtins.INT8, parse)
        try {
          const engine = createAgendaEngine({ database: { pool } })
          const { token, uid } = await agendaIn(engine)
          const authorization = await engine.services.access.authorize(operator, { _tag: "Uid", uid }, "events:write")
          const { event } = await engine.services.events.create(authorization, body)
          const response = await engine.handler(
            new Request(`https://host.example/v2/agendas/${uid}/events`, { headers: { "access-token": token } })
          )
          expect(await response.json()).toMatchObject({ total: 1, events: [{ uid: event.uid, title: body.title }] })
          await engine.close()
        } finally {
          types.setTypeParser(types.builtins.INT8, before)
        }
      })
    ))
})

describe("a server of Postgres that is away", () => {
  it.scopedLive.each([["by its URL", false], ["by a pool", true]] as const)(
    "%s is asked again by ready and by each request, before the start and later",
    ([, isPool]) =>
      withDatabase(async (server) => {
        const { open, shut, url } = await gateTo(server)
        await shut()
        await withPool({ connectionString: url }, async (pool) => {
          const engine = createAgendaEngine({ database: isPool ? { pool } : { url } })
          const ask = () => engine.handler(new Request("https://host.example/v2/agendas", { headers: { key: "unknown" } }))
          const ready = async () => (await engine.handler(new Request("https://host.example/health/ready"))).status
          await expect(engine.ready()).rejects.toMatchObject({ _tag: "StoreError", reason: "Unavailable" })
          expect((await ask()).status).toBe(503)
          await expect(engine.services.agendas.list()).rejects.toMatchObject({ reason: "Unavailable" })
          await open()
          await engine.ready()
          expect((await ask()).status).toBe(403)
          await shut()
          const refused = await ask()
          expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"])
          await expect.poll(ready).toBe(503)
          await open()
          expect((await ask()).status).toBe(403)
          await expect.poll(ready).toBe(200)
          await engine.close()
        })
        await shut()
      })
  )
})
