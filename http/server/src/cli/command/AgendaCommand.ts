import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { omitUndefined } from "@agenda-engine/core/domain/omitUndefined"
import type { AgendaRecord } from "@agenda-engine/core/record/AgendaRecord"
import { type AgendaChange, Agendas, type NewAgenda } from "@agenda-engine/core/services/Agendas"
import type { AgendaContents } from "@agenda-engine/core/services/removal/agendaContents"
import { Removals } from "@agenda-engine/core/services/Removals"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { booleanOption, contradiction, flag, integer, integerArgument, text } from "../input/CliOptions.js"
import { readNamedJsonFile } from "../input/readJsonFile.js"
import { Misuse } from "../output/Failure.js"
import { answerAs } from "../output/Output.js"
import * as ProgressBar from "../output/ProgressBar.js"
import { commandGroup, counted, deleting, deletionCommand, resourceCommand } from "./resourceCommand.js"

const linesOf = (holdings: AgendaContents): ReadonlyArray<string> => [
  `deletes: ${counted(holdings.events, "event")}, ${counted(holdings.tombstones, "tombstone")}, ${
    counted(holdings.locations, "location")
  }, with histories and images`,
  `deletes: ${counted(holdings.members, "membership")}, ${counted(holdings.invitations, "invitation")}; the accounts stay`,
  `revokes: ${counted(holdings.keysRevoked, "key")} for this agenda only; keeps without this agenda: ${
    counted(holdings.keysNarrowed, "key")
  } for others`,
  `keeps: ${counted(holdings.sharedLocations, "location")} of its set, which move to another agenda of the set`
]

/** `agenda-engine agenda delete`: deletes an agenda with its data. */
const agendaDelete = deletionCommand(
  "agenda",
  ["Deletes an agenda and its data. Without --yes it prints what would be deleted.", [
    "agenda delete 42    prints what would be deleted and kept",
    'agenda delete 42 --yes --json    prints {"uid":42,"events":…,"deleted":true}'
  ], [
    "The agenda is inaccessible at once; its data is then deleted in batches. An interrupted deletion is finished by the next",
    "agenda delete or migrate up; until then its uid cannot be reused."
  ]],
  (options) =>
    Effect.gen(function*() {
      const removals = yield* Removals
      const bar = yield* ProgressBar.onStderr
      const holdings = yield* removals.ofAgenda(options.uid).pipe(
        // An agenda whose deletion was interrupted is not found any more; its deletion is finished.
        Effect.catchTag("NotFound", (missing) => options.yes ? Effect.as(removals.agenda(options.uid), null) : missing)
      )
      if (holdings === null) {
        return yield* answerAs(options.json, { uid: options.uid, deleted: true }, [`finished deleting agenda ${options.uid}`])
      }
      const { agenda, ...counts } = holdings
      const whole = Math.max(1, counts.events + counts.tombstones + counts.locations + counts.sharedLocations)
      yield* deleting({
        options,
        what: `agenda ${agenda.uid} (${agenda.title})`,
        plan: { uid: agenda.uid, slug: agenda.slug, title: agenda.title, ...counts },
        lines: linesOf({ agenda, ...counts }),
        run: removals.agenda(options.uid, (done) => bar.show(done / whole, `deleted ${done} of ${whole} records`))
      })
    })
)

/** Options of both `agenda create` and `agenda update`. */
const agendaOptions = {
  description: text("description", "Description of the agenda.").pipe(Options.optional),
  image: text("image", "The http or https URL of its image.").pipe(Options.optional),
  url: text("url", "The http or https URL of its web site.").pipe(Options.optional),
  network: integer("network", "Uid of its network, whose additional fields it gets.").pipe(Options.optional),
  locationSet: integer("location-set", "Uid of its location set, whose locations it shares.").pipe(Options.optional),
  settings: text("settings", 'JSON file with its settings: {"contribution":{…},"search":{…}}.').pipe(Options.optional),
  schema: text("schema", 'JSON file with its additional fields: {"fields":[…]}.').pipe(Options.optional)
} as const

type Read<O> = O extends Options.Options<infer A> ? A : never

type Given = { readonly [Name in keyof typeof agendaOptions]: Read<(typeof agendaOptions)[Name]> }

type Draft = Required<Pick<AgendaChange, "description" | "image" | "url" | "networkUid" | "locationSetUid" | "settings" | "schema">>

/** The values of these options, with the named files read. */
const readAgendaOptions = (options: Given) =>
  Effect.gen(function*() {
    return omitUndefined<Draft>({
      description: Option.getOrUndefined(options.description),
      image: Option.getOrUndefined(options.image),
      url: Option.getOrUndefined(options.url),
      networkUid: Option.getOrUndefined(options.network),
      locationSetUid: Option.getOrUndefined(options.locationSet),
      settings: yield* readNamedJsonFile(options.settings),
      schema: yield* readNamedJsonFile(options.schema)
    })
  })

/** The JSON output of an agenda. */
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

const create = resourceCommand(
  "create",
  ["Creates an agenda.", [
    'agenda create --title "Summer in town" --owner 1',
    'agenda create --title "Summer in town" --slug summer --owner 1 --json    prints {"uid":…,"slug":…}',
    "agenda create --title Staff --owner 1 --private --settings settings.json --schema fields.json"
  ]],
  {
    title: text("title", "Title of the agenda."),
    slug: text("slug", "Its name in URLs; derived from the title by default.").pipe(Options.optional),
    owner: integer("owner", "Uid of the user who becomes its administrator.").pipe(Options.optional),
    official: flag("official", "Mark it as official."),
    private: flag("private", "Only its members and its own keys can read it."),
    unindexed: flag("no-indexed", "Exclude it and its events from lists across agendas."),
    uid: integer("uid", "Its uid; generated by default.").pipe(Options.optional),
    ...agendaOptions
  },
  (options, engine) =>
    Effect.gen(function*() {
      const draft = yield* readAgendaOptions(options)
      const named = omitUndefined<Required<Pick<NewAgenda, "slug" | "ownerUid" | "uid">>>({
        slug: Option.getOrUndefined(options.slug),
        ownerUid: Option.getOrUndefined(options.owner),
        uid: Option.getOrUndefined(options.uid)
      })
      const { official, private: isPrivate, title } = options
      const { slug, uid } = yield* engine(Effect.flatMap(Agendas, (agendas) =>
        agendas.create({ ...draft, ...named, title, official, private: isPrivate, indexed: !options.unindexed })))
      return [{ uid, slug }, [`agenda ${uid} created as ${slug}`]] as const
    }),
  true
)

const update = resourceCommand(
  "update",
  ["Changes an agenda: the given options replace its values, all others stay.", [
    'agenda update 42 --title "Summer in town" --description "What is on" --official',
    "agenda update 42 --schema fields.json --settings settings.json",
    "agenda update 42 --network 3 --location-set 5 --no-private --json    prints the agenda"
  ], [
    "An empty --description, --image or --url removes it. Choices missing from a new --schema are no longer offered; events keep them.",
    "A field can change its type: events show the values that the new type accepts; the others stay stored but hidden.",
    "Locations stay in the set in which they were created."
  ]],
  {
    uid: integerArgument("UID", "Uid of the agenda, as shown by agenda list."),
    title: text("title", "Title of the agenda.").pipe(Options.optional),
    slug: text("slug", "Its name in URLs. The old URL is not redirected.").pipe(Options.optional),
    official: booleanOption("official", "Mark it as official."),
    private: booleanOption("private", "Only its members and its own keys can read it."),
    indexed: booleanOption("indexed", "Include it and its events in lists across agendas."),
    ...agendaOptions,
    noNetwork: flag("no-network", "Remove it from its network."),
    noLocationSet: flag("no-location-set", "Remove it from its location set.")
  },
  (options, engine) =>
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
        return yield* new Misuse({ message: "agenda update needs an option that changes something" })
      }
      const agenda = yield* engine(Effect.flatMap(Agendas, (agendas) => agendas.update(options.uid, change)))
      return [shown(agenda), [`agenda ${agenda.uid} updated`]] as const
    })
)

const list = resourceCommand(
  "list",
  ["Lists all agendas, private ones too.", ["agenda list", 'agenda list --json    prints {"agendas":[…]}']],
  {},
  (_, engine) =>
    engine(Effect.gen(function*() {
      const agendas = (yield* (yield* Agendas).list).map(shown)
      const describe = (agenda: ReturnType<typeof shown>): string =>
        [agenda.uid, agenda.slug, agenda.title, ...(agenda.private ? ["private"] : []), ...(agenda.official ? ["official"] : [])].join("\t")
      return [{ agendas }, agendas.map(describe)] as const
    }))
)

/** `agenda-engine agenda`: creates, changes, lists and deletes agendas. */
export const agendaCommand = commandGroup("agenda", [create, update, list, agendaDelete], "Creates, changes, lists and deletes agendas.", [
  'agenda create --title "Summer in town" --owner 1',
  "agenda update 42 --official",
  "agenda list",
  "agenda delete 42"
])
