import { formatUtc } from "@agenda-engine/core/derive/formatInstant"
import { omitUndefined } from "@agenda-engine/core/domain/omitUndefined"
import type { AgendaRecord } from "@agenda-engine/core/record/AgendaRecord"
import { type AgendaChange, Agendas, type NewAgenda } from "@agenda-engine/core/services/Agendas"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { agendaDelete } from "./agendaDelete.js"
import { agendaOptions, readAgendaOptions } from "./agendaOptions.js"
import { contradiction, database, eitherWay, flag, integer, integerArgument, json, text } from "./CliOptions.js"
import { help } from "./help.js"
import { missingSubcommand } from "./missingSubcommand.js"
import { Misuse } from "./Misuse.js"
import { answerAs } from "./Output.js"
import { withEngine } from "./withEngine.js"
import { withExistingEngine } from "./withExistingEngine.js"

/** An agenda as the commands print it. */
const shown = (agenda: AgendaRecord) => ({
  uid: agenda.uid,
  slug: agenda.slug,
  title: agenda.title,
  official: agenda.official,
  private: agenda.private,
  indexed: agenda.indexed,
  networkUid: agenda.networkUid,
  locationSetUid: agenda.locationSetUid,
  createdAt: formatUtc(agenda.createdAt),
  updatedAt: formatUtc(agenda.updatedAt)
})

const create = Command.make(
  "create",
  {
    title: text("title", "How the agenda is called."),
    slug: text("slug", "Its name in URLs; made from the title otherwise.").pipe(Options.optional),
    owner: integer("owner", "Uid of the user who becomes its administrator.").pipe(Options.optional),
    official: flag("official", "Mark it as official."),
    private: flag("private", "Only its members and its own keys read it."),
    unindexed: flag("no-indexed", "Keep it and its events out of what is listed across agendas."),
    uid: integer("uid", "The uid it shall have; made otherwise.").pipe(Options.optional),
    ...agendaOptions,
    database,
    json
  },
  (options) =>
    Effect.gen(function*() {
      const draft = yield* readAgendaOptions(options)
      const named = omitUndefined<Required<Pick<NewAgenda, "slug" | "ownerUid" | "uid">>>({
        slug: Option.getOrUndefined(options.slug),
        ownerUid: Option.getOrUndefined(options.owner),
        uid: Option.getOrUndefined(options.uid)
      })
      const { official, private: isPrivate, title } = options
      const { slug, uid } = yield* withEngine(
        options.database,
        Effect.flatMap(Agendas, (agendas) =>
          agendas.create({ ...draft, ...named, title, official, private: isPrivate, indexed: !options.unindexed }))
      )
      yield* answerAs(options.json, { uid, slug }, [`agenda ${uid} created as ${slug}`])
    })
).pipe(Command.withDescription(help("Makes an agenda.", [
  'agenda create --title "Summer in town" --owner 1',
  'agenda create --title "Summer in town" --slug summer --owner 1 --json    prints {"uid":…,"slug":…}',
  "agenda create --title Staff --owner 1 --private --settings settings.json --schema fields.json"
])))

const update = Command.make(
  "update",
  {
    uid: integerArgument("UID", "The agenda's uid, as agenda list shows it."),
    title: text("title", "How the agenda is called.").pipe(Options.optional),
    slug: text("slug", "Its name in URLs. The old one leads nowhere.").pipe(Options.optional),
    official: eitherWay("official", "Mark it as official."),
    private: eitherWay("private", "Only its members and its own keys read it."),
    indexed: eitherWay("indexed", "Have it and its events in what is listed across agendas."),
    ...agendaOptions,
    noNetwork: flag("no-network", "Take it out of its network."),
    noLocationSet: flag("no-location-set", "Let it share no locations any more."),
    database,
    json
  },
  (options) =>
    Effect.gen(function*() {
      const { indexed, official, private: isPrivate } = options
      if (options.noNetwork && Option.isSome(options.network)) return yield* contradiction("network")
      if (options.noLocationSet && Option.isSome(options.locationSet)) return yield* contradiction("location-set")
      const change: AgendaChange = {
        ...(yield* readAgendaOptions(options)),
        ...omitUndefined<Required<Pick<AgendaChange, "title" | "slug" | "official" | "private" | "indexed">>>({
          title: Option.getOrUndefined(options.title),
          slug: Option.getOrUndefined(options.slug),
          official: Option.getOrUndefined(official),
          private: Option.getOrUndefined(isPrivate),
          indexed: Option.getOrUndefined(indexed)
        }),
        ...(options.noNetwork ? { networkUid: null } : {}),
        ...(options.noLocationSet ? { locationSetUid: null } : {})
      }
      if (Object.keys(change).length === 0) {
        return yield* new Misuse({ message: "agenda update needs an option that says what shall change" })
      }
      const agenda = yield* withExistingEngine(options.database, Effect.flatMap(Agendas, (agendas) => agendas.update(options.uid, change)))
      yield* answerAs(options.json, shown(agenda), [`agenda ${agenda.uid} updated`])
    })
).pipe(Command.withDescription(help("Changes an agenda: what is given replaces what is there, the rest stays.", [
  'agenda update 42 --title "Summer in town" --description "What is on" --official',
  "agenda update 42 --schema fields.json --settings settings.json",
  "agenda update 42 --network 3 --location-set 5 --no-private --json    prints the agenda"
], [
  "An empty --description, --image or --url removes it. Options of additional fields that the schema no longer names are withdrawn.",
  "A field may change its type: events show what the new type can show of their values, and keep the rest unshown.",
  "Locations stay in the set that they were made in."
])))

const list = Command.make("list", { database, json }, (options) =>
  withExistingEngine(
    options.database,
    Effect.gen(function*() {
      const agendas = (yield* (yield* Agendas).list).map(shown)
      const describe = (agenda: ReturnType<typeof shown>): string =>
        [agenda.uid, agenda.slug, agenda.title, ...(agenda.private ? ["private"] : []), ...(agenda.official ? ["official"] : [])].join("\t")
      yield* answerAs(options.json, { agendas }, agendas.map(describe))
    })
  )).pipe(
    Command.withDescription(help("Lists all agendas, private ones too.", ["agenda list", 'agenda list --json    prints {"agendas":[…]}']))
  )

/** `agenda-engine agenda`: makes, changes, lists and deletes agendas. */
export const agendaCommand = Command.make(
  "agenda",
  {},
  () => missingSubcommand("agenda-engine agenda", ["create", "update", "list", "delete"])
).pipe(
  Command.withDescription(help("Makes, changes, lists and deletes agendas.", [
    'agenda create --title "Summer in town" --owner 1',
    "agenda update 42 --official",
    "agenda list",
    "agenda delete 42"
  ])),
  Command.withSubcommands([create, update, list, agendaDelete])
)
