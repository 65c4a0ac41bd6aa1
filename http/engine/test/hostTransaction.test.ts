import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Transactions } from "@agenda-engine/core/services/transaction/Transactions"
import { describe, expect, it } from "@effect/vitest"
import Database from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Pool } from "pg"
import { usePostgres } from "../../../adapters/postgres/test/usePostgres.js"
import { bookSeat } from "../examples/bookSeat.js"
import { type AgendaEngine, createAgendaEngine, EventQuery, operator } from "../src/createAgendaEngine.js"
import { body } from "./listening.js"

const postgres = usePostgres()

interface Host {
  readonly engine: AgendaEngine
  /** Runs a statement outside of the engine. */
  readonly ask: (text: string) => Promise<ReadonlyArray<unknown>>
}

const databases: { readonly [name: string]: (test: (host: Host) => Promise<void>) => Promise<void> } = {
  SQLite: async (test) => {
    const folder = await mkdtemp(join(tmpdir(), "agenda-engine-host-"))
    const filename = join(folder, "agenda.db")
    const engine = createAgendaEngine({ database: `sqlite:${filename}` })
    await engine.ready()
    const own = new Database(filename)
    try {
      await test({ engine, ask: async (text) => text.startsWith("SELECT") ? own.prepare(text).all() : [own.exec(text)] })
    } finally {
      own.close()
      await engine.close()
      await rm(folder, { recursive: true })
    }
  },
  "a pool of Postgres": (test) =>
    Effect.runPromise(Effect.scoped(Effect.flatMap(postgres.freshSchema, (url) =>
      Effect.promise(async () => {
        const pool = new Pool({ connectionString: Redacted.value(url) })
        const engine = createAgendaEngine({ database: { pool } })
        await engine.ready()
        try {
          await test({ engine, ask: async (text) => (await pool.query(text)).rows })
        } finally {
          await engine.close()
          await pool.end()
        }
      }))))
}

/** The tag or the code of the error that a promise rejects with; null when it does not reject. */
const failureOf = (promise: Promise<unknown>): Promise<string | null> =>
  promise.then(() => null, (error) => String(Reflect.get(Object(error), "_tag") ?? Reflect.get(Object(error), "code")))

const slugsIn = async ({ services }: Pick<AgendaEngine, "services">) => (await services.agendas.list()).map(({ slug }) => slug).toSorted()

describe.each(Object.entries(databases))("a transaction of a host on %s", (_, within) => {
  it("undoes nothing of the calls that are made beside one that fails", () =>
    within(async ({ ask, engine }) => {
      await ask("CREATE TABLE note (text TEXT NOT NULL)")
      const outcomes = await engine.transaction(({ query, run, services: { agendas } }) => {
        const create = (slug: string) => failureOf(agendas.create({ title: slug, slug }))
        const note = (text: string) => failureOf(query(`INSERT INTO note (text) VALUES ('${text}')`))
        const failing = Effect.gen(function*() {
          const { create } = yield* Agendas
          const { run } = yield* Transactions
          yield* run(
            Effect.zipRight(create({ title: "Undone", slug: "undone" }), Effect.zipRight(Effect.sleep("50 millis"), Effect.fail("late")))
          )
        })
        return Promise.all([create("a"), note("1"), failureOf(run(failing)), create("b"), note("2"), create("c")])
      })
      expect(outcomes).toEqual([null, null, "undefined", null, null, null])
      expect(await slugsIn(engine)).toEqual(["a", "b", "c"])
      expect(await ask("SELECT text FROM note ORDER BY text")).toEqual([{ text: "1" }, { text: "2" }])
    }))

  it("commits writes of the engine and of the host together, or neither", () =>
    within(async ({ ask, engine }) => {
      await ask("CREATE TABLE note (text TEXT NOT NULL)")
      const notes = () => ask("SELECT text FROM note")
      const value = await engine.transaction(async (tx) => {
        await tx.services.agendas.create({ title: "Kept", slug: "kept" })
        await tx.query("INSERT INTO note (text) VALUES ('kept')")
        expect(await tx.query("SELECT text FROM note")).toEqual([{ text: "kept" }])
        expect(await slugsIn(tx)).toEqual(["kept"])
        expect(await notes()).toEqual([])
        return 5
      })
      expect([value, await slugsIn(engine), await notes()]).toEqual([5, ["kept"], [{ text: "kept" }]])

      const refused = new Error("the host refuses")
      const rolledBack = engine.transaction(async (tx) => {
        await tx.services.agendas.create({ title: "Gone", slug: "gone" })
        await tx.query("INSERT INTO note (text) VALUES ('gone')")
        expect(await slugsIn(tx)).toEqual(["gone", "kept"])
        throw refused
      })
      await expect(rolledBack).rejects.toThrow(refused.message)
      const invalid = engine.transaction(async (tx) => {
        await tx.query("INSERT INTO note (text) VALUES ('gone')")
        return tx.services.agendas.create({ title: "Kept", slug: "kept" })
      })
      expect(await failureOf(invalid)).toBe("Invalid")
      const broken = engine.transaction(async (tx) => {
        await tx.services.agendas.create({ title: "Gone", slug: "gone" })
        await tx.query("INSERT INTO note (text) VALUES (NULL)")
      })
      expect(await failureOf(broken)).toMatch(/^(SQLITE_CONSTRAINT_NOTNULL|23502)$/)
      expect([await slugsIn(engine), await notes()]).toEqual([["kept"], [{ text: "kept" }]])
    }))

  it("goes on after a failure of a service that the host handles, and rejects calls after its end", () =>
    within(async ({ engine }) => {
      let late: Parameters<Parameters<AgendaEngine["transaction"]>[0]>[0] | undefined
      await engine.transaction(async (tx) => {
        late = tx
        await tx.services.agendas.create({ title: "First", slug: "first" })
        expect(await failureOf(tx.services.agendas.create({ title: "Again", slug: "first" }))).toBe("Invalid")
        await tx.services.agendas.create({ title: "Second", slug: "second" })
      })
      expect(await slugsIn(engine)).toEqual(["first", "second"])
      for (const call of [late?.query("SELECT 1"), late?.services.agendas.list()]) {
        expect(await failureOf(Promise.resolve(call))).toBe("StoreError")
      }
    }))

  it("shows nobody what is rolled back, and everybody what is committed", () =>
    within(async ({ engine }) => {
      const { uid } = await engine.services.agendas.create({ title: "Town", slug: "town" })
      const totalOf = async ({ services }: Pick<AgendaEngine, "services">) => {
        const reading = await services.access.authorize(operator, { _tag: "Uid", uid }, "events:read")
        return (await services.events.list(reading, EventQuery.make({}))).total
      }
      const write = async (tx: Pick<AgendaEngine, "services">) => {
        const writing = await tx.services.access.authorize(operator, { _tag: "Uid", uid }, "events:write")
        await tx.services.events.create(writing, { ...body, state: 2 }, { lang: null })
        expect(await totalOf(tx)).toBe(1)
        expect(await totalOf(tx)).toBe(1)
      }
      expect(await totalOf(engine)).toBe(0)
      await expect(engine.transaction(async (tx) => {
        await write(tx)
        throw new Error("rolled back")
      })).rejects.toThrow("rolled back")
      expect([await totalOf(engine), await totalOf(engine)]).toEqual([0, 0])
      await engine.transaction(write)
      expect(await totalOf(engine)).toBe(1)
    }))

  it("runs the statements of query builders, as the guide shows", () =>
    within(async ({ ask, engine }) => {
      await ask("CREATE TABLE seat (event_uid BIGINT NOT NULL, name TEXT NOT NULL)")
      const { uid } = await engine.services.agendas.create({ title: "Town", slug: "town" })
      const eventUid = await bookSeat(engine, uid, body, (event) => ({
        sql: `INSERT INTO seat (event_uid, name) VALUES (${event}, 'Ada')`,
        parameters: []
      }))
      expect((await ask("SELECT event_uid FROM seat")).map((row) => Number(Object.values(Object(row))[0]))).toEqual([eventUid])
    }))
})

describe("a transaction of a host in memory", () => {
  it("rolls back calls of services, and takes no statements", async () => {
    const engine = createAgendaEngine({ database: "memory" })
    await expect(engine.transaction(async (tx) => {
      await tx.services.agendas.create({ title: "Gone", slug: "gone" })
      await tx.query("SELECT 1")
    })).rejects.toThrow("takes no statements")
    expect(await slugsIn(engine)).toEqual([])
    await engine.close()
  })
})
