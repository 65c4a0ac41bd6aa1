import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { constants } from "node:fs"
import { copyFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { AskedAgendas } from "../data/Dataset.js"
import type { SeededDatabase } from "../data/seedDatabase.js"
import type { Engine } from "../engine.js"
import { type FloorFile, makeFloorFile } from "../floor/FloorFile.js"
import { LoadOptions, type LoadRequest, LoadResult } from "../load/LoadOptions.js"
import { run, type Script, type Server, startServer } from "../process/NodeProcess.js"
import { ask } from "./ask.js"

/** How long and how hard everything is asked. */
export interface Settings {
  readonly rounds: number
  readonly connections: number
  readonly warmUp_ms: number
  /** Warm-up writes of each writer before the first round, so that V8 has compiled the write path. */
  readonly warmUp_writes: number
  readonly measure_ms: number
}

/** One of those that take turns: a load on a server, or a run of its own. */
export interface Contestant {
  readonly name: string
  /** A bound to compare with, not the engine. */
  readonly isFloor?: true
  /** Done once before the first round: what a round's own warm-up is too short for. */
  readonly warmUp?: Effect.Effect<unknown, unknown>
  /** That of a program that is not ours. */
  readonly version?: string
  readonly round: Effect.Effect<LoadResult, unknown>
}

/** The servers that scenarios ask, over data that is theirs alone. */
export interface World {
  readonly engine: Engine
  readonly directory: string
  readonly agendas: AskedAgendas
  readonly settings: Settings
  /** The seeded file, which nobody writes to. */
  readonly seeded: string
  /** The server's own file. */
  readonly file: string
  readonly server: Server
  readonly floor: Server
  readonly floorFile: FloorFile
  /** Headers that let one read, and that let one write. */
  readonly reading: Readonly<Record<string, string>>
  readonly writing: Readonly<Record<string, string>>
  readonly secretKey: string
  /** Loads a server with requests in turn, for one round. */
  readonly load: (server: Server, requests: ReadonlyArray<AskedRequest>, options?: LoadShape) => Effect.Effect<LoadResult, unknown>
}

/** A request, all that goes without saying left out. */
export type AskedRequest = typeof LoadRequest.Encoded

/** A load that is not as all others. */
export interface LoadShape {
  readonly connections?: number
  /** A second server, which every other connection asks. */
  readonly second?: Server
  readonly pace_perSecond?: number
  readonly warmUp_ms?: number
  readonly measure_ms?: number
  /** Ends the round as soon as so many are answered, and not before: all of them count. */
  readonly requests_max?: number
}

const floor = fileURLToPath(new URL("../floor/main.js", import.meta.url))
const loadScript = fileURLToPath(new URL("../load/main.js", import.meta.url))

const Token = Schema.parseJson(Schema.Struct({ access_token: Schema.String }))

/** An access token for a secret key. */
export const askToken = (url: string, secretKey: string) =>
  ask(`${url}/v2/requestAccessToken`, {}, JSON.stringify({ code: secretKey })).pipe(
    Effect.flatMap(({ text }) => Schema.decodeUnknown(Token)(text)),
    Effect.map(({ access_token }) => access_token)
  )

/** Numbers that one round of writes uses up at most. */
const seqs_perRound = 1_000_000

/** Rounds begin so many requests apart, so that what differs each time is not asked again in the next one. */
const requests_apart = 101

const rotated = <A>(values: ReadonlyArray<A>, by: number): ReadonlyArray<A> => {
  const from = by % Math.max(1, values.length)
  return [...values.slice(from), ...values.slice(0, from)]
}

const asServer = ({ pid, url }: Server) => ({ port: Number(new URL(url).port), pid })

/** One more server of the engine on the file of the first. */
export const serveFile = ({ engine, file }: Pick<World, "engine" | "file">): Script =>
  engine.command(`sqlite:${file}`, "serve", "--port", "0")

/** What a world is made of. */
export interface WorldOptions {
  readonly engine: Engine
  /** A folder of its own. */
  readonly directory: string
  readonly seeded: SeededDatabase
  readonly settings: Settings
  /** A folder for a profile of the engine; null: none is made. */
  readonly profile: string | null
}

/** Starts the engine on a copy of the data, and the floors. */
export const openWorld = Effect.fnUntraced(function*({ directory, engine, profile, seeded, settings }: WorldOptions) {
  const file = join(directory, "engine.db")
  yield* Effect.promise(() => copyFile(seeded.file, file, constants.COPYFILE_FICLONE))
  const serve = serveFile({ engine, file })
  const server = yield* startServer(profile === null ? serve : { ...serve, node: ["--cpu-prof", `--cpu-prof-dir=${profile}`] })
  const floorFile = yield* Effect.acquireRelease(
    Effect.sync(() => makeFloorFile(join(directory, "floor.db"))),
    (made) => Effect.sync(() => made.close())
  )
  const floorServer = yield* startServer({ path: floor, args: [floorFile.filename, "0"] })
  let loads = 0
  const load: World["load"] = (loaded, requests, shape = {}) =>
    Effect.gen(function*() {
      const number = loads++
      const options = yield* Schema.decodeUnknown(LoadOptions)({
        servers: [asServer(loaded), ...(shape.second === undefined ? [] : [asServer(shape.second)])],
        requests: rotated(requests, number * requests_apart),
        seq_from: (number + 1) * seqs_perRound,
        connections: shape.connections ?? settings.connections,
        pace_perSecond: shape.pace_perSecond ?? null,
        requests_max: shape.requests_max ?? null,
        warmUp_ms: shape.warmUp_ms ?? settings.warmUp_ms,
        measure_ms: shape.measure_ms ?? settings.measure_ms
      })
      const path = join(directory, `load-${number}.json`)
      yield* Effect.promise(() => writeFile(path, JSON.stringify(options)))
      return yield* Effect.flatMap(run({ path: loadScript, args: [path] }), Schema.decodeUnknown(Schema.parseJson(LoadResult)))
    })
  const world: World = {
    engine,
    directory,
    agendas: seeded.agendas,
    settings,
    seeded: seeded.file,
    file,
    server,
    floor: floorServer,
    floorFile,
    reading: { key: seeded.publicKey },
    secretKey: seeded.secretKey,
    writing: { "access-token": yield* askToken(server.url, seeded.secretKey) },
    load
  }
  return world
})
