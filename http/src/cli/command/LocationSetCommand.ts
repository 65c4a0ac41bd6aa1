import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { LocationSets } from "@agenda-engine/core/services/LocationSets"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withEngine, withExistingEngine } from "../engine/withEngine.js"
import { database, help, integer, integerArgument, json, text } from "../input/CliOptions.js"
import { answerAs } from "../output/Output.js"
import { counted, deleting, yes } from "./deletion.js"
import { missingSubcommand } from "./missingSubcommand.js"

/** `agenda-engine location-set delete`: removes a location set that nothing uses. */
export const locationSetDelete = Command.make(
  "delete",
  { uid: integerArgument("UID", "The set's uid, as location-set list shows it."), yes, database, json },
  (options) =>
    withExistingEngine(
      options.database,
      Effect.gen(function*() {
        const sets = yield* LocationSets
        const { agendaUids, locations } = yield* sets.usesOf(options.uid)
        yield* deleting({
          options,
          what: `location set ${options.uid}`,
          plan: { uid: options.uid, agendaUids, locations },
          lines: [
            ...(agendaUids.length === 0 ? [] : [`in the way: agendas ${agendaUids.join(", ")} use it`]),
            ...(locations === 0 ? [] : [`in the way: ${counted(locations, "location")} in it`])
          ],
          run: sets.remove(options.uid)
        })
      })
    )
).pipe(
  Command.withDescription(help("Deletes a location set that no agenda uses and no location is in. Without --yes it says what uses it.", [
    "location-set delete 5 --yes",
    'location-set delete 5 --yes --json    prints {"uid":5,"agendaUids":[],"locations":0,"deleted":true}'
  ], ["An agenda leaves its set with agenda update and --no-location-set; the locations that it has made stay in it."]))
)

const create = Command.make(
  "create",
  {
    title: text("title", "How the location set is called."),
    uid: integer("uid", "The uid it shall have; made otherwise.").pipe(Options.optional),
    database,
    json
  },
  (options) =>
    withEngine(
      options.database,
      Effect.gen(function*() {
        const { title } = options
        const draft = Option.match(options.uid, { onNone: () => ({ title }), onSome: (uid) => ({ title, uid }) })
        const { uid } = yield* (yield* LocationSets).create(draft)
        yield* answerAs(options.json, { uid }, [`location set ${uid} created`])
      })
    )
).pipe(Command.withDescription(help("Makes a location set: what the agendas of one set make of locations, all of them use.", [
  'location-set create --title "Halls of the coast"',
  'location-set create --title "Halls of the coast" --json    prints {"uid":…}'
], ["An agenda joins it with agenda create or agenda update and --location-set. The locations that it has made before stay its own."])))

const list = Command.make("list", { database, json }, (options) =>
  withExistingEngine(
    options.database,
    Effect.gen(function*() {
      const sets = (yield* (yield* LocationSets).list).map(({ createdAt, title, uid, updatedAt }) => ({
        uid,
        title,
        createdAt: formatUtc(createdAt),
        updatedAt: formatUtc(updatedAt)
      }))
      yield* answerAs(options.json, { locationSets: sets }, sets.map(({ title, uid }) => `${uid}\t${title}`))
    })
  )).pipe(
    Command.withDescription(
      help("Lists all location sets.", ["location-set list", 'location-set list --json    prints {"locationSets":[…]}'])
    )
  )

/** `agenda-engine location-set`: makes, lists and deletes location sets. */
export const locationSetCommand = Command.make(
  "location-set",
  {},
  () => missingSubcommand("agenda-engine location-set", ["create", "list", "delete"])
).pipe(
  Command.withDescription(help("Makes, lists and deletes location sets.", [
    'location-set create --title "Halls of the coast"',
    "location-set list",
    "location-set delete 5"
  ])),
  Command.withSubcommands([create, list, locationSetDelete])
)
