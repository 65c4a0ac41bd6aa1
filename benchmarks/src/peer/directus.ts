import Database from "better-sqlite3"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { writeFile } from "node:fs/promises"
import { arch, platform } from "node:os"
import { join } from "node:path"
import { freePort } from "../process/freePort.js"
import { run, runCommand } from "../process/NodeProcess.js"
import { UnfitAnswer } from "../scenario/ask.js"
import { insertEvents } from "./insertEvents.js"
import { type Peer, peerColumns, peerOrder } from "./Peer.js"
import { startListening } from "./startListening.js"

const version = "12.3.1"
/** It asks for Node 22 or later, which npm has as a package of its own. */
const node = `node-${platform()}-${arch()}`
const nodeVersion = "22.23.3"

/** Packages with machine code, built for that Node by its own headers. */
const rebuild = 'PATH="$1/bin:$PATH" npm_config_nodedir="$1" npm rebuild sqlite3 isolated-vm argon2'

const token = "benchmark-token"

const settings = (directory: string, port: number): Readonly<Record<string, string>> => ({
  DB_CLIENT: "sqlite3",
  DB_FILENAME: join(directory, "directus.db"),
  KEY: "benchmark",
  SECRET: "benchmark",
  ADMIN_EMAIL: "benchmark@example.org",
  ADMIN_PASSWORD: "benchmark-1",
  ADMIN_TOKEN: token,
  HOST: "127.0.0.1",
  PORT: `${port}`,
  NODE_ENV: "production",
  HOME: directory,
  LOG_LEVEL: "error",
  TELEMETRY: "false",
  RATE_LIMITER_ENABLED: "false",
  PRESSURE_LIMITER_ENABLED: "false",
  WEBSOCKETS_ENABLED: "false"
})

const createTable = (file: string): void => {
  const database = new Database(file)
  database.exec(`
    create table event (
      id integer primary key,
      ${[...peerColumns.numbers.map((name) => `${name} integer`), ...peerColumns.texts.map((name) => `${name} json`)].join(", ")}
    );
    create index event_listed on event (agenda, state, ${peerOrder.join(", ")});
  `)
  database.close()
}

const Page = Schema.parseJson(Schema.Struct({
  data: Schema.Array(Schema.Struct({ uid: Schema.Int })),
  meta: Schema.Struct({ filter_count: Schema.Int })
}))

/** Directus: Node, here on SQLite, asked by its administrator, whose permissions need not be looked up. */
export const directus: Peer = {
  name: "Directus",
  wanted: version,
  install: (folder) =>
    Effect.gen(function*() {
      yield* Effect.promise(() => writeFile(join(folder, "package.json"), JSON.stringify({ private: true })))
      const packages = [`directus@${version}`, `${node}@${nodeVersion}`]
      yield* runCommand("npm", [
        "install",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--legacy-peer-deps",
        "--save-exact",
        ...packages
      ], folder)
      yield* runCommand("sh", ["-c", rebuild, "sh", join(folder, "node_modules", node)], folder)
    }),
  start: ({ agenda, directory, events, installed }) =>
    Effect.gen(function*() {
      const port = yield* freePort
      const env = settings(directory, port)
      const binary = join(installed, "node_modules", node, "bin/node")
      const script = join(installed, "node_modules/directus/cli.js")
      yield* run({ command: binary, path: script, args: ["bootstrap"], env })
      yield* Effect.sync(() => {
        createTable(join(directory, "directus.db"))
        insertEvents(join(directory, "directus.db"), events)
      })
      const server = yield* startListening(binary, [script, "start"], env, port)
      return {
        version,
        server,
        path: `/items/event?filter[agenda][_eq]=${agenda}&filter[state][_eq]=2&sort=-featured,ended,rank,uid&limit=20&meta=filter_count`,
        headers: { authorization: `Bearer ${token}` },
        read: (page) =>
          Schema.decodeUnknown(Page)(page).pipe(
            Effect.map(({ data, meta }) => ({ total: meta.filter_count, uids: data.map(({ uid }) => uid) })),
            Effect.mapError(({ message }) => new UnfitAnswer({ message }))
          )
      }
    })
}
