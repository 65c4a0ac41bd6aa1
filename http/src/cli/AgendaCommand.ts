import { formatUtc } from "@agenda-engine/core/derive/formatInstant"
import { isJsonObject, type Json, type JsonObject } from "@agenda-engine/core/domain/Json"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { database, flag, integer, json, text } from "./CliOptions.js"
import { Failure } from "./Failure.js"
import { help } from "./help.js"
import { missingSubcommand } from "./missingSubcommand.js"
import { answerAs } from "./Output.js"
import { withEngine } from "./withEngine.js"
import { withExistingEngine } from "./withExistingEngine.js"

const readJsonFile = (path: string): Effect.Effect<JsonObject, Failure, FileSystem.FileSystem> =>
  Effect.gen(function*() {
    const content = yield* Effect.flatMap(FileSystem.FileSystem, (files) => files.readFileString(path)).pipe(
      Effect.mapError((error) => new Failure({ message: `${path} cannot be read: ${error.message}` }))
    )
    const value = yield* Effect.try({
      try: (): Json => JSON.parse(content),
      catch: () => new Failure({ message: `${path} is not JSON` })
    })
    return isJsonObject(value) ? value : yield* new Failure({ message: `${path} does not hold a JSON object` })
  })

const readOptional = (path: Option.Option<string>) => Option.match(path, { onNone: () => Effect.succeed(undefined), onSome: readJsonFile })

const create = Command.make(
  "create",
  {
    title: text("title", "How the agenda is called."),
    slug: text("slug", "Its name in URLs; made from the title otherwise.").pipe(Options.optional),
    owner: integer("owner", "Uid of the user who becomes its administrator.").pipe(Options.optional),
    official: flag("official", "Mark it as official."),
    private: flag("private", "Only its members and its own keys read it."),
    uid: integer("uid", "The uid it shall have; made otherwise.").pipe(Options.optional),
    settings: text("settings", 'A JSON file with its settings: {"contribution":{…}}.').pipe(Options.optional),
    schema: text("schema", 'A JSON file with its additional fields: {"fields":[…]}.').pipe(Options.optional),
    database,
    json
  },
  (options) =>
    Effect.gen(function*() {
      const settings = yield* readOptional(options.settings)
      const schema = yield* readOptional(options.schema)
      const agenda = yield* withEngine(
        options.database,
        Effect.flatMap(Agendas, (agendas) =>
          agendas.create({
            title: options.title,
            official: options.official,
            private: options.private,
            ...(Option.isSome(options.slug) ? { slug: options.slug.value } : {}),
            ...(Option.isSome(options.owner) ? { ownerUid: options.owner.value } : {}),
            ...(Option.isSome(options.uid) ? { uid: options.uid.value } : {}),
            ...(settings === undefined ? {} : { settings }),
            ...(schema === undefined ? {} : { schema })
          }))
      )
      const { slug, uid } = agenda
      yield* answerAs(options.json, { uid, slug }, [`agenda ${uid} created as ${slug}`])
    })
).pipe(Command.withDescription(help("Makes an agenda.", [
  'agenda create --title "Summer in town" --owner 1',
  'agenda create --title "Summer in town" --slug summer --owner 1 --json    prints {"uid":…,"slug":…}',
  "agenda create --title Staff --owner 1 --private --settings settings.json --schema fields.json"
])))

const list = Command.make("list", { database, json }, (options) =>
  withExistingEngine(
    options.database,
    Effect.gen(function*() {
      const agendas = (yield* (yield* Agendas).list).map((agenda) => ({
        uid: agenda.uid,
        slug: agenda.slug,
        title: agenda.title,
        official: agenda.official,
        private: agenda.private,
        indexed: agenda.indexed,
        createdAt: formatUtc(agenda.createdAt),
        updatedAt: formatUtc(agenda.updatedAt)
      }))
      const describe = (agenda: (typeof agendas)[number]): string =>
        [agenda.uid, agenda.slug, agenda.title, ...(agenda.private ? ["private"] : []), ...(agenda.official ? ["official"] : [])].join("\t")
      yield* answerAs(options.json, { agendas }, agendas.map(describe))
    })
  )).pipe(
    Command.withDescription(help("Lists all agendas, private ones too.", ["agenda list", 'agenda list --json    prints {"agendas":[…]}']))
  )

/** `agenda-engine agenda`: makes and lists agendas. */
export const agendaCommand = Command.make("agenda", {}, () => missingSubcommand("agenda-engine agenda", ["create", "list"])).pipe(
  Command.withDescription(help("Makes and lists agendas.", ['agenda create --title "Summer in town" --owner 1', "agenda list"])),
  Command.withSubcommands([create, list])
)
