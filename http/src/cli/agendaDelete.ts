import type { AgendaContents } from "@agenda-engine/core/services/removal/agendaContents"
import { Removals } from "@agenda-engine/core/services/Removals"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { database, integerArgument, json } from "./CliOptions.js"
import { counted, deleting, yes } from "./deletion.js"
import { help } from "./help.js"
import { answerAs } from "./Output.js"
import * as ProgressBar from "./ProgressBar.js"
import { withExistingEngine } from "./withExistingEngine.js"

const linesOf = (holdings: AgendaContents): ReadonlyArray<string> => [
  `gone: ${counted(holdings.events, "event")}, ${counted(holdings.tombstones, "tombstone")}, ${
    counted(holdings.locations, "location")
  }, with their histories and pictures`,
  `gone: ${counted(holdings.members, "membership")}, ${counted(holdings.invitations, "invitation")}; the accounts stay`,
  `revoked: ${counted(holdings.keysRevoked, "key")} for it alone; kept without it: ${counted(holdings.keysNarrowed, "key")} for others too`,
  `kept: ${counted(holdings.sharedLocations, "location")} of its set that other agendas have too, which become theirs`
]

/** `agenda-engine agenda delete`: removes an agenda with what it holds. */
export const agendaDelete = Command.make(
  "delete",
  { uid: integerArgument("UID", "The agenda's uid, as agenda list shows it."), yes, database, json },
  (options) =>
    withExistingEngine(
      options.database,
      Effect.gen(function*() {
        const removals = yield* Removals
        const bar = yield* ProgressBar.onStderr
        const holdings = yield* removals.ofAgenda(options.uid).pipe(
          // One whose deletion was stopped is there no more, and is finished.
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
).pipe(Command.withDescription(help("Deletes an agenda and all that is its own. Without --yes it says what that is.", [
  "agenda delete 42    says what would be deleted and what would be kept",
  'agenda delete 42 --yes --json    prints {"uid":42,"events":…,"deleted":true}'
], [
  "It is gone at once for everybody; what it held goes in small steps meanwhile. One that was stopped over it is finished by the next",
  "agenda delete, or by migrate up; until then its uid is taken."
])))
