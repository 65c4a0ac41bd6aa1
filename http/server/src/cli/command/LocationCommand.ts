import { GeocodedLocations } from "@agenda-engine/core/services/GeocodedLocations"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { flag, help, integer } from "../input/CliOptions.js"
import { Misuse } from "../output/Failure.js"
import { counted } from "./deletion.js"
import { missingSubcommand } from "./missingSubcommand.js"
import { resourceCommand } from "./resourceCommand.js"

const geocode = resourceCommand(
  "geocode",
  ["Queues locations without coordinates for the geocoder, and asks it for every location that is due.", [
    "location geocode",
    "location geocode --agenda 2 --not-found",
    'location geocode --json    prints {"queued":3,"found":2,"none":1,"later":0}'
  ], [
    "New and changed locations are queued by their writes. This command is for those written before AGENDA_GEOCODER was set.",
    "It keeps to the rate of the geocoder, and stops when the geocoder must not be asked for more than ten seconds."
  ]],
  {
    agenda: integer("agenda", "Uid of the agenda; by default all agendas.").pipe(Options.optional),
    notFound: flag("not-found", "Also ask again for addresses that the geocoder did not know.")
  },
  ({ agenda, notFound }, engine) =>
    engine(Effect.gen(function*() {
      const { geocodeDue, isOn, queueMissing } = yield* GeocodedLocations
      if (!isOn) return yield* new Misuse({ message: "there is no geocoder: set AGENDA_GEOCODER" })
      const queued = yield* queueMissing({ agendaUid: Option.getOrNull(agenda), notFound })
      const counts = yield* geocodeDue
      const { found, later, none } = counts
      return [{ queued, ...counts }, [
        `queued ${counted(queued, "location")}; found ${found}, not found ${none}` +
        (later === 0 ? "" : `, ${later} failed and will be tried again by the server or this command`)
      ]] as const
    }))
)

/** `agenda-engine location`: geocodes locations. */
export const locationCommand = Command.make("location", {}, () => missingSubcommand("agenda-engine location", ["geocode"])).pipe(
  Command.withDescription(help("Looks up coordinates of locations.", ["location geocode"])),
  Command.withSubcommands([geocode])
)
