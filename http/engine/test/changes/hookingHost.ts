import Database from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Pool } from "pg"
import { usePostgres } from "../../../../adapters/postgres/test/usePostgres.js"
import { type AgendaEngine, createAgendaEngine, type HostHooks, Invalid } from "../../src/createAgendaEngine.js"
import { agendaIn } from "../listening.js"

/** The hook of a host. */
export type BeforeWrite = NonNullable<HostHooks["beforeWrite"]>

/** A host whose hook can be replaced. */
export interface Host {
  readonly engine: AgendaEngine
  readonly uid: number
  readonly hook: { run: BeforeWrite }
  /** Runs a statement outside of the engine. */
  readonly ask: (text: string) => Promise<ReadonlyArray<unknown>>
  /** Calls `/v2/agendas/{uid}/…` as an administrator. */
  readonly call: (method: string, path: string, body?: object) => Promise<{ readonly status: number; readonly answer: unknown }>
}

const ignore = () => {}

/** Failures are expected. */
const logger = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/** A hook that stores each draft as it is. */
export const unchanged: BeforeWrite = ({ draft }) => draft

const hosting = async (
  database: Parameters<typeof createAgendaEngine>[0]["database"],
  ask: Host["ask"],
  test: (host: Host) => Promise<void>
) => {
  const hook = { run: unchanged }
  const hooks: HostHooks = { beforeWrite: (write) => hook.run(write) }
  const engine = createAgendaEngine({ database, hooks, background: false, logger, limits: { hook_seconds_max: 1 } })
  try {
    const { token, uid } = await agendaIn(engine)
    const call: Host["call"] = async (method, path, content) => {
      const response = await engine.handler(
        new Request(`https://host.example/v2/agendas/${uid}/${path}`, {
          method,
          headers: { "access-token": token, "content-type": "application/json" },
          ...(content === undefined ? {} : { body: JSON.stringify(content) })
        })
      )
      return { status: response.status, answer: await response.json() }
    }
    await test({ engine, uid, hook, ask, call })
  } finally {
    await engine.close()
  }
}

/** Runs a test on a host in memory. */
export const inMemory = (test: (host: Host) => Promise<void>) => hosting("memory", async () => [], test)

/** Runs a test on a host of each name. */
export type Hosts = { readonly [name: string]: (test: (host: Host) => Promise<void>) => Promise<void> }

/** A host on SQLite. */
export const onSqlite: Hosts = {
  SQLite: async (test) => {
    const folder = await mkdtemp(join(tmpdir(), "agenda-engine-hooks-"))
    const own = new Database(join(folder, "agenda.db"))
    try {
      const ask: Host["ask"] = async (text) => text.startsWith("SELECT") ? own.prepare(text).all() : [own.exec(text)]
      await hosting(`sqlite:${join(folder, "agenda.db")}`, ask, test)
    } finally {
      own.close()
      await rm(folder, { recursive: true })
    }
  }
}

/** A host with a pool of Postgres. For the body of a test file. */
export const usePool = (): Hosts => {
  const postgres = usePostgres()
  return {
    "a pool of Postgres": (test) =>
      Effect.runPromise(Effect.scoped(Effect.flatMap(postgres.freshSchema, (url) =>
        Effect.promise(async () => {
          const pool = new Pool({ connectionString: Redacted.value(url) })
          try {
            await hosting({ pool }, async (text) => (await pool.query(text)).rows, test)
          } finally {
            await pool.end()
          }
        }))))
  }
}

/** The titles of the events of the log, in order; those of an event that is gone are "gone". */
export const titlesIn = async ({ engine, uid }: Host): Promise<ReadonlyArray<string | undefined>> => {
  const titles: Array<string | undefined> = []
  for await (const { event, kind } of engine.changes({ agendaUid: uid, detailed: true, wait: false })) {
    if (kind.startsWith("event.")) titles.push(event === null ? "gone" : JSON.stringify(event?.["title"]))
  }
  return titles
}

/** What a host refuses a field with. */
export const refusal = (field: string) =>
  new Invalid({ subject: "data", issues: [{ code: "option.unknown", field, message: "the host does not take it" }] })
