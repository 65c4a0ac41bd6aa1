import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { createWriteStream, existsSync } from "node:fs"
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { Engine } from "../engine.js"
import { run } from "../process/NodeProcess.js"
import type { DataOptions } from "./DataOptions.js"
import { type AskedAgendas, askedAgendas, drawCopies, drawLines } from "./Dataset.js"
import { multiplyEvents } from "./multiplyEvents.js"

const Keys = Schema.Struct({ publicKey: Schema.String, secretKey: Schema.String })

/** A seeded SQLite file, which nobody writes to, and the keys that work on it. */
export interface SeededDatabase extends Schema.Schema.Type<typeof Keys> {
  readonly file: string
  readonly agendas: AskedAgendas
}

const User = Schema.parseJson(Schema.Struct({ uid: Schema.Int }))
const Key = Schema.parseJson(Schema.Struct({ key: Schema.String }))
const Imported = Schema.parseJson(Schema.Struct({ created: Schema.Int, rejected: Schema.Int }))

/** The lines that tell one data set from another. */
const told_lines = 1_000

const nameOf = (options: DataOptions): string => {
  const digest = createHash("sha256")
  let told = 0
  for (const line of drawLines(options)) {
    if (told++ === told_lines) break
    digest.update(line)
  }
  return `${options.dataset}${options.agendas === "asked" ? "-asked" : ""}-${options.events}-${options.seed}-${
    digest.digest("hex").slice(0, 8)
  }`
}

function* withNewlines(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`
}

/**
 * Imports lines into an empty database of the engine, and answers keys that work on it. `file`: where the lines are
 * written, for the import to read.
 */
export const importLines = Effect.fnUntraced(function*(engine: Engine, database: string, file: string, lines: Iterable<string>) {
  const json = <A, I>(schema: Schema.Schema<A, I>, ...args: ReadonlyArray<string>) =>
    Effect.flatMap(run(engine.command(database, ...args, "--json"), "server"), Schema.decodeUnknown(schema))
  yield* Effect.promise(() => pipeline(Readable.from(withNewlines(lines)), createWriteStream(file)))
  yield* run(engine.command(database, "migrate", "up"))
  const { uid } = yield* json(User, "user", "create", "--email", "benchmark@example.org", "--name", "Benchmark")
  const began = yield* Clock.currentTimeMillis
  const { created, rejected } = yield* json(Imported, "import", file, "--owner", `${uid}`)
  const seconds = ((yield* Clock.currentTimeMillis) - began) / 1_000
  yield* Console.error(
    `imported ${created} lines in ${seconds.toFixed(1)} s, ${Math.round(created / seconds)} a second; ${rejected} rejected`
  )
  const { key: publicKey } = yield* json(Key, "key", "create", "--kind", "public")
  const { key: secretKey } = yield* json(Key, "key", "create", "--kind", "secret", "--owner", `${uid}`)
  return { publicKey, secretKey }
})

/** The first instant of this month, so that a seeded file serves for its rest. */
const thisMonth = Effect.map(DateTime.now, (now) => DateTime.toEpochMillis(DateTime.startOf(now, "month")))

/**
 * A database with the data set, reused from a folder until the end of the month. `fresh`: generated again. `whole`: the
 * copies in `small` are imported, too, since the tables of another commit may differ from those that are copied.
 */
export const seedDatabase = Effect.fnUntraced(function*(
  engine: Engine,
  folder: string,
  { fresh, whole, ...asked }: Omit<DataOptions, "around"> & { readonly fresh: boolean; readonly whole: boolean }
) {
  const options: DataOptions = { ...asked, around: yield* thisMonth }
  yield* Effect.promise(() => mkdir(folder, { recursive: true }))
  const base = join(folder, nameOf(options))
  const file = `${base}.db`
  const told = `${base}.json`
  if (fresh || !existsSync(told)) {
    const made = `${base}.made.db`
    yield* Effect.promise(() => Promise.all([rm(told, { force: true }), rm(made, { force: true })]))
    yield* Console.error(`seeding ${options.events} events into ${file}`)
    const keys = yield* importLines(engine, `sqlite:${made}`, `${base}.ndjson`, drawLines(options, whole))
    if (!whole || options.dataset === "large") yield* Effect.sync(() => multiplyEvents(made, drawCopies(options)))
    yield* Effect.promise(() => rename(made, file))
    yield* Effect.promise(() => writeFile(told, JSON.stringify(keys)))
  }
  // An earlier version may have made it.
  yield* run(engine.command(`sqlite:${file}`, "migrate", "up"), "server")
  const keys = yield* Effect.flatMap(Effect.promise(() => readFile(told, "utf8")), Schema.decodeUnknown(Schema.parseJson(Keys)))
  const seeded: SeededDatabase = { file, agendas: askedAgendas(options), ...keys }
  return seeded
})
