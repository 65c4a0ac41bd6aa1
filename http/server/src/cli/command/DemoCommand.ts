import { operator } from "@agenda-engine/core/domain/access/Credential"
import { authorized } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import { Users } from "@agenda-engine/core/services/Users"
import { agendaUrlOf } from "@agenda-engine/http/context/feedAddress"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { clubAgenda, demoLines, staffAgenda, townAgenda } from "../../demo/demoLines.js"
import { demoPicture, pictureCredits } from "../../demo/demoPictures.js"
import type { ListenError } from "../../node/Server.js"
import { HasFence } from "../engine/databaseFence.js"
import { withEngine } from "../engine/withEngine.js"
import { database, help, integer, json, text } from "../input/CliOptions.js"
import { readServerConfig } from "../input/readServerConfig.js"
import { Failure } from "../output/Failure.js"
import { answerAs, remark } from "../output/Output.js"
import { exitZeroOnInterrupt } from "./ServeCommand.js"

/** A command line for a shell, with a description. */
interface DemoCall {
  readonly about: string
  readonly command: string
}

/** Three example requests: a list, a single event, and a token that creates an event. */
const demoCalls = (
  demo: { readonly url: string; readonly publicKey: string; readonly secretKey: string; readonly agendaUid: number }
): ReadonlyArray<DemoCall> => {
  const events = `${demo.url}/v2/agendas/${demo.agendaUid}/events`
  const body = JSON.stringify({
    title: { en: "My first event" },
    description: { en: "Made with one line of curl" },
    attendanceMode: 2,
    onlineAccessLink: "https://example.org/live",
    timings: [{ begin: "2035-06-01T18:00:00+02:00", end: "2035-06-01T20:00:00+02:00" }]
  })
  const token = `curl -s ${demo.url}/v2/requestAccessToken -H 'content-type: application/json' -d '{"code":"${demo.secretKey}"}'` +
    ` | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'`
  return [
    { about: "the next three events of the town", command: `curl -s -H 'key: ${demo.publicKey}' '${events}?size=3'` },
    { about: "one event, by its external identifier", command: `curl -s -H 'key: ${demo.publicKey}' ${events}/ext/demo/opening-concert` },
    {
      about: "an access token, and with it a new event",
      command: `curl -s ${events} -H "access-token: $(${token})" -H 'content-type: application/json' -d '${body}'`
    }
  ]
}

/** Default port, tried first. */
const usual_port = 3_000

const unlimited = { agendaUids: null, operations: null, expiresAt: null }

/** What the image of an event depends on; none for lines that are not of events. */
const readEventLine = Schema.decodeOption(Schema.parseJson(Schema.Struct({
  kind: Schema.Literal("event"),
  agendaUid: Schema.Int,
  extId: Schema.Struct({ key: Schema.String, value: Schema.String }),
  data: Schema.Struct({ keywords: Schema.Struct({ en: Schema.Array(Schema.String) }) })
})))

/** Adds images to the events of these lines. Events with the same image share its files. */
const addPictures = (lines: ReadonlyArray<string>) =>
  Effect.gen(function*() {
    const events = yield* Events
    const { drawPicture } = yield* Effect.promise(() => import("@agenda-engine/images/renderImage"))
    const draw = yield* Effect.cachedFunction(drawPicture)
    for (const { agendaUid, data, extId } of Arr.filterMap(lines, (line) => readEventLine(line))) {
      const drawing = demoPicture(data.keywords.en)
      if (drawing === null) continue
      const image = yield* draw(drawing)
      yield* authorized(
        operator,
        { _tag: "Uid", uid: agendaUid },
        "events:write",
        (by) =>
          events.patch(by, { _tag: "ExtId", ...extId }, { imageCredits: pictureCredits }, {
            lang: null,
            files: new Map([["image", image]])
          })
      )
    }
  })

/** Fills an empty database with a user, that user's sample agendas, a public key and a secret key. */
const fill = Effect.gen(function*() {
  const keys = yield* Keys
  const transfer = yield* Transfer
  const user = yield* (yield* Users).create({ email: "demo@example.org", name: "Demo" })
  const lines = demoLines(yield* Clock.currentTimeMillis)
  const options = { ownerUid: user.uid, dryRun: false, progress: () => Effect.void }
  const report = yield* transfer.import(Stream.fromIterable(lines), options)
  if (report.rejected > 0) return yield* new Failure({ message: `the sample data was rejected: ${JSON.stringify(report.errors)}` })
  yield* addPictures(lines)
  const reading = yield* keys.create({ kind: "public", ownerUid: null, ...unlimited })
  const writing = yield* keys.create({ kind: "secret", ownerUid: user.uid, ...unlimited })
  return { publicKey: reading.key, secretKey: writing.key }
})

const agendas = [
  { uid: townAgenda, slug: "saint-aubry", isPublic: true, about: "a town, public, French and English" },
  { uid: clubAgenda, slug: "maker-nights", isPublic: true, about: "a club, public, English and German, partly online" },
  { uid: staffAgenda, slug: "staff-room", isPublic: false, about: "private: only with a token" }
]

/** The URLs of the page and the calendar of an agenda; empty when it has none. */
const pagesOf = ({ isPublic, slug }: typeof agendas[number], url: string, hasPages: boolean) => {
  const page = agendaUrlOf(url)(slug)
  return isPublic && hasPages ? { page, calendar: `${page}/events.ics` } : {}
}

const run = (options: { readonly port: Option.Option<number>; readonly host: string; readonly json: boolean }) =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped({ prefix: "agenda-engine-demo-" }).pipe(
      Effect.mapError((error) => new Failure({ message: `no temporary folder: ${error.message}` }))
    )
    const port = Option.getOrElse(options.port, () => usual_port)
    const config = yield* readServerConfig({ port, host: options.host, database: `sqlite:${folder}/demo.db` })
    const { serve } = yield* Effect.promise(() => import("../../node/Server.js"))
    const quiet = { ...config, settings: { ...config.settings, accessLog: false, startPage: true } }
    const anyPort = (error: ListenError) => Option.isSome(options.port) ? Effect.fail(error) : serve({ ...quiet, port: 0 })

    yield* withEngine(
      config.database,
      Effect.gen(function*() {
        yield* remark("creating sample agendas in a temporary database")
        const { publicKey, secretKey } = yield* fill
        const { url } = yield* Effect.catchAll(serve(quiet), anyPort)
        const calls = demoCalls({ url, publicKey, secretKey, agendaUid: townAgenda })
        const addressed = agendas.map((agenda) => ({ ...agenda, pages: pagesOf(agenda, url, config.settings.pages) }))
        const shown = addressed.map(({ pages, slug, uid }) => ({ uid, slug, ...pages }))
        yield* answerAs(options.json, { url, publicKey, secretKey, agendas: shown, calls }, [
          `listening on ${url}`,
          "",
          `reference   ${url}/docs`,
          ...addressed.flatMap(({ about, isPublic, pages, slug, uid }) => [
            isPublic
              ? `agenda      ${url}/v2/agendas/${uid}?key=${publicKey}  ${slug} (${about})`
              : `agenda      ${uid}  ${slug} (${about})`,
            ...Object.entries(pages).map(([name, address]) => `  ${name.padEnd(9)} ${address}`)
          ]),
          `public key  ${publicKey}`,
          `secret key  ${secretKey}`,
          "",
          ...calls.flatMap(({ about, command }) => [`# ${about}`, command, ""]),
          "Press Ctrl+C to stop the server and delete the data."
        ])
        yield* Effect.never
      })
    )
  }).pipe(Effect.provideService(HasFence, false), Effect.scoped)

/** `agenda-engine demo`: a server with sample agendas, deleted when it stops. */
export const demoCommand = Command.make(
  "demo",
  {
    port: integer("port", "Port to listen on; by default 3000, or a free port if 3000 is in use.").pipe(Options.optional),
    host: text("host", "Address to listen on.").pipe(Options.withDefault("127.0.0.1")),
    database,
    json
  },
  (options) => exitZeroOnInterrupt(run(options))
).pipe(Command.withDescription(help("Serves sample agendas from a temporary database and prints example requests.", [
  "demo",
  'demo --port 0 --json    prints {"url":…,"publicKey":…,"secretKey":…,"agendas":[…],"calls":[…]}'
], ["The database is in a temporary folder, regardless of --database, and is deleted when the demo stops."])))
