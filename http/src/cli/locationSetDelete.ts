import { LocationSets } from "@agenda-engine/core/services/LocationSets"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { database, integerArgument, json } from "./CliOptions.js"
import { counted, deleting, yes } from "./deletion.js"
import { help } from "./help.js"
import { withExistingEngine } from "./withExistingEngine.js"

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
