import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { filesOf, renditionKinds } from "@agenda-engine/core/domain/media/Image"
import { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import * as Mailbox from "effect/Mailbox"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { version } from "../../../config/version.js"
import { Failure } from "../../output/Failure.js"
import { remark } from "../../output/Output.js"
import type { Database, MigrationStep, TableRows } from "../Database.js"

const TableLine = Schema.Struct({
  table: Schema.String,
  rows: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.Union(Schema.String, Schema.Finite, Schema.Null) }))
})

/** Lines of a copy: the schema, rows of tables, image files, and at the end the numbers of rows and files. */
const CopyLine = Schema.parseJson(Schema.Union(
  Schema.Struct({ copy: Schema.Struct({ engine: Schema.String, step: Schema.String }) }),
  TableLine,
  Schema.Struct({ image: Schema.String, bytes: Schema.Uint8ArrayFromBase64 }),
  Schema.Struct({ end: Schema.Struct({ rows: Schema.Int, images: Schema.Int }) })
))

const decodeLine = Schema.decodeUnknown(CopyLine)

/** The newest migration step of a database, which has to be that of the program. */
const newestStep = (database: Database): Effect.Effect<string, Failure | StoreError> =>
  Effect.flatMap(database.status, ({ applied, pending }) => {
    const newest = applied.reduce<MigrationStep | null>((last, step) => last === null || step.id > last.id ? step : last, null)
    return newest === null || pending.length > 0
      ? new Failure({ message: "the database schema is outdated; bring it up to date with: agenda-engine migrate up" })
      : Effect.succeed(`${newest.id} ${newest.name}`)
  })

const noTables = new Failure({ message: "a database in memory cannot be copied" })

/** Base names of the images of these rows. */
const imageNames = ({ rows, table }: TableRows): ReadonlyArray<string> =>
  table === "agenda_image" ? rows.flatMap(({ name, state }) => typeof name === "string" && state === "stored" ? [name] : []) : []

/** Copies a database as lines of JSON: every table of one snapshot, and the images. */
export const copyLines = (database: Database): Stream.Stream<string, Failure | StoreError, ImageStore> =>
  Stream.unwrapScoped(Effect.gen(function*() {
    const { tables } = database
    if (tables === null) return yield* noTables
    const step = yield* newestStep(database)
    const files = yield* ImageStore
    const mailbox = yield* Mailbox.make<string, Failure | StoreError>({ capacity: 16 })
    const emit = (line: unknown) => Effect.asVoid(mailbox.offer(JSON.stringify(line)))
    const emitFile = Effect.fnUntraced(function*(image: string) {
      const bytes = yield* files.get(image)
      if (bytes === null) {
        yield* remark(`warning: there is no image file ${image}`)
        return 0
      }
      yield* emit({ image, bytes: Encoding.encodeBase64(bytes) })
      return 1
    })
    const all = Effect.gen(function*() {
      yield* emit({ copy: { engine: version, step } })
      const names: Array<string> = []
      let count = 0
      yield* tables.read((read) =>
        Effect.suspend(() => {
          names.push(...imageNames(read))
          count += read.rows.length
          return emit(read)
        })
      )
      const written = yield* Effect.forEach(names.flatMap((name) => renditionKinds.map((kind) => filesOf(name)[kind])), emitFile)
      yield* emit({ end: { rows: count, images: written.reduce<number>((sum, one) => sum + one, 0) } })
    })
    yield* Effect.forkScoped(Mailbox.into(all, mailbox))
    return Mailbox.toStream(mailbox)
  }))

/** What was copied. */
export interface Copied {
  readonly rows: number
  readonly images: number
}

/**
 * Makes a database of the lines of a copy, in one transaction. The database has to be empty, and the copy complete and
 * of the same schema; `expectedId` is the id that it must have, null: any. Images that were written stay when it fails.
 */
export const fillDatabase = <E, R>(
  database: Database,
  lines: Stream.Stream<string, E, R>,
  expectedId: string | null
): Effect.Effect<Copied, E | Failure | StoreError, ImageStore | R> =>
  Effect.gen(function*() {
    const { tables } = database
    if (tables === null) return yield* noTables
    yield* database.up
    const step = yield* newestStep(database)
    const files = yield* ImageStore
    const state = { line: 0, rows: 0, images: 0, isComplete: false }
    const failed = (what: string) => new Failure({ message: `line ${state.line}: ${what}` })
    const isRightId = ({ rows, table }: TableRows) => table !== "agenda_database" || expectedId === null || rows[0]?.["id"] === expectedId
    const read = (insert: (rows: TableRows) => Effect.Effect<void, StoreError>) => (text: string) =>
      Effect.gen(function*() {
        state.line += 1
        const line = yield* Effect.mapError(decodeLine(text), () => failed("this is no line of a copy that export --all has written"))
        if (("copy" in line) !== (state.line === 1)) return yield* failed("a copy begins with one line about its schema")
        if (state.isComplete) return yield* failed("there are lines behind the end of the copy")
        if ("copy" in line) {
          const { engine, step: copied } = line.copy
          if (copied === step && engine === version) return
          return yield* failed(
            `the copy is of version ${engine} with the schema ${copied}, and this is ${version} with ${step}: copy with one version`
          )
        }
        if ("table" in line) {
          if (!isRightId(line)) return yield* failed(`AGENDA_DATABASE_ID is ${expectedId}, and the copy has another id`)
          yield* Effect.mapError(insert(line), ({ message }) => failed(`the rows of ${line.table} cannot be written: ${message}`))
          state.rows += line.rows.length
        } else if ("image" in line) {
          yield* files.put(line.image, line.bytes)
          state.images += 1
        } else {
          const { images, rows } = line.end
          if (rows !== state.rows || images !== state.images) return yield* failed("the copy is not complete")
          state.isComplete = true
        }
      })
    yield* tables.write((insert) =>
      Effect.zipRight(
        Stream.runForEach(lines, read(insert)),
        Effect.suspend(() => state.isComplete ? Effect.void : failed("the copy ends here, and is not complete"))
      )
    )
    return { rows: state.rows, images: state.images }
  })
