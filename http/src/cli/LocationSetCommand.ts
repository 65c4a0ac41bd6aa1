import { formatUtc } from "@agenda-engine/core/derive/formatInstant"
import { LocationSets } from "@agenda-engine/core/services/LocationSets"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { database, integer, json, text } from "./CliOptions.js"
import { help } from "./help.js"
import { locationSetDelete } from "./locationSetDelete.js"
import { missingSubcommand } from "./missingSubcommand.js"
import { answerAs } from "./Output.js"
import { withEngine } from "./withEngine.js"
import { withExistingEngine } from "./withExistingEngine.js"

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
