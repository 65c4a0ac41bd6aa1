import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { arch, platform } from "node:os"
import { join } from "node:path"
import { freePort } from "../process/freePort.js"
import { runCommand } from "../process/NodeProcess.js"
import { ask, UnfitAnswer } from "../scenario/ask.js"
import { insertEvents } from "./insertEvents.js"
import { type Peer, peerColumns, peerOrder } from "./Peer.js"
import { startListening } from "./startListening.js"

/** The package of npm with the program for this machine. */
const program = `pocketbase-${platform()}-${arch() === "x64" ? "amd64" : arch()}`
const version = "0.22.20"
const packageVersion = `${version}-4`

const admin = ["benchmark@example.org", "benchmark-1"] as const

const Token = Schema.parseJson(Schema.Struct({ token: Schema.String }))
const Page = Schema.parseJson(Schema.Struct({ totalItems: Schema.Int, items: Schema.Array(Schema.Struct({ uid: Schema.Int })) }))

const collection = {
  name: "event",
  type: "base",
  listRule: "",
  schema: [
    ...peerColumns.numbers.map((name) => ({ name, type: "number" })),
    ...peerColumns.texts.map((name) => ({ name, type: name === "slug" ? "text" : "json", options: { maxSize: 1_000_000 } }))
  ],
  indexes: [`create index event_listed on event (agenda, state, ${peerOrder.join(", ")})`]
}

const idOf = (uid: number): string => `${uid}`.padStart(15, "0")

/** PocketBase: Go, on SQLite. */
export const pocketBase: Peer = {
  name: "PocketBase",
  wanted: version,
  install: (folder) =>
    Effect.asVoid(
      runCommand("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, `${program}@${packageVersion}`], folder)
    ),
  start: ({ agenda, directory, events, installed }) =>
    Effect.gen(function*() {
      const binary = join(installed, "node_modules", program, "pocketbase")
      const data = `--dir=${join(directory, "pb_data")}`
      yield* runCommand(binary, ["migrate", "up", data], directory)
      yield* runCommand(binary, ["admin", "create", ...admin, data], directory)
      const port = yield* freePort
      const server = yield* startListening(binary, ["serve", data, `--http=127.0.0.1:${port}`], {}, port)
      const [identity, password] = admin
      const { text } = yield* ask(`${server.url}/api/admins/auth-with-password`, {}, JSON.stringify({ identity, password }))
      const { token } = yield* Effect.mapError(Schema.decodeUnknown(Token)(text), ({ message }) => new UnfitAnswer({ message }))
      yield* ask(`${server.url}/api/collections`, { authorization: token }, JSON.stringify(collection))
      yield* Effect.sync(() => insertEvents(join(directory, "pb_data/data.db"), events, ["id", ({ uid }) => idOf(uid)]))
      const filter = encodeURIComponent(`agenda=${agenda}&&state=2`)
      return {
        version,
        server,
        path: `/api/collections/event/records?page=1&perPage=20&sort=-featured,ended,rank,uid&filter=${filter}`,
        headers: {},
        read: (page) =>
          Schema.decodeUnknown(Page)(page).pipe(
            Effect.map(({ items, totalItems }) => ({ total: totalItems, uids: items.map(({ uid }) => uid) })),
            Effect.mapError(({ message }) => new UnfitAnswer({ message }))
          )
      }
    })
}
