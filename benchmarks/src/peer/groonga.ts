import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readdir, writeFile } from "node:fs/promises"
import { arch } from "node:os"
import { join } from "node:path"
import { freePort } from "../process/freePort.js"
import { run, runCommand } from "../process/NodeProcess.js"
import { UnfitAnswer } from "../scenario/ask.js"
import { type Peer, peerColumns } from "./Peer.js"
import { startListening } from "./startListening.js"

/** Packages of Debian: the program, and what it needs that other programs seldom do. */
const packages = ["groonga-bin", "libgroonga0", "libmsgpackc2"]

const libraries = arch() === "arm64" ? "usr/lib/aarch64-linux-gnu" : "usr/lib/x86_64-linux-gnu"

const environment = (installed: string): Readonly<Record<string, string>> => ({
  LD_LIBRARY_PATH: join(installed, libraries),
  GRN_RUBY_SCRIPTS_DIR: join(installed, libraries, "groonga/scripts/ruby")
})

const columns = [...peerColumns.numbers.slice(1), ...peerColumns.texts]

const schema = [
  "table_create Event TABLE_PAT_KEY Int64",
  ...peerColumns.numbers.slice(1).map((name) => `column_create Event ${name} COLUMN_SCALAR Int64`),
  ...peerColumns.texts.map((name) => `column_create Event ${name} COLUMN_SCALAR Text`),
  "table_create Number TABLE_PAT_KEY Int64",
  "column_create Number event_agenda COLUMN_INDEX Event agenda",
  "column_create Number event_state COLUMN_INDEX Event state",
  "load --table Event"
]

/** A head, then how many match, the names of columns, and rows, each begun by its key. */
const Row = Schema.Tuple([Schema.Int], Schema.Unknown)
const Selected = Schema.Tuple([Schema.Tuple(Schema.Int), Schema.Array(Schema.Unknown)], Row)
const Page = Schema.parseJson(Schema.Tuple(Schema.Unknown, Schema.Tuple(Selected)))

/** Groonga: a search engine in C with columns of its own, over its HTTP server. */
export const groonga: Peer = {
  name: "Groonga",
  wanted: "of Debian",
  install: (folder) =>
    Effect.gen(function*() {
      yield* runCommand("apt-get", ["download", ...packages], folder)
      const archives = (yield* Effect.promise(() => readdir(folder))).filter((name) => name.endsWith(".deb"))
      yield* Effect.forEach(archives, (name) => runCommand("dpkg", ["-x", name, "."], folder))
    }),
  start: ({ agenda, directory, events, installed }) =>
    Effect.gen(function*() {
      const binary = join(installed, "usr/bin/groonga")
      const database = join(directory, "groonga.db")
      const commands = join(directory, "groonga.commands")
      const rows = events.map(({ uid, ...event }) => JSON.stringify({ _key: uid, ...event }))
      yield* Effect.promise(() => writeFile(commands, `${schema.join("\n")}\n[\n${rows.join(",\n")}\n]\n`))
      const env = environment(installed)
      yield* run({ command: binary, path: "--file", args: [commands, "-n", database], env })
      const said = yield* run({ command: binary, path: "--version", args: [], env })
      const port = yield* freePort
      const server = yield* startListening(binary, ["-s", "--protocol", "http", "--port", `${port}`, database], env, port)
      const filter = encodeURIComponent(`agenda == ${agenda} && state == 2`)
      const path = `/d/select?table=Event&filter=${filter}&sort_keys=-featured,ended,rank,_key&limit=20&output_columns=_key,${
        columns.join(",")
      }`
      return {
        version: /Groonga (\S+)/.exec(said)?.[1] ?? "unknown",
        server,
        path,
        uncached: `${path}&cache=no`,
        headers: {},
        read: (page) =>
          Schema.decodeUnknown(Page)(page).pipe(
            Effect.map(([, [[[total], , ...rows]]]) => ({ total, uids: rows.map(([uid]) => uid) })),
            Effect.mapError(({ message }) => new UnfitAnswer({ message }))
          )
      }
    })
}
