import { Networks } from "@agenda-engine/core/services/Networks"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { database, integerArgument, json } from "./CliOptions.js"
import { deleting, yes } from "./deletion.js"
import { help } from "./help.js"
import { withExistingEngine } from "./withExistingEngine.js"

/** `agenda-engine network delete`: removes a network that no agenda belongs to. */
export const networkDelete = Command.make(
  "delete",
  { uid: integerArgument("UID", "The network's uid, as network list shows it."), yes, database, json },
  (options) =>
    withExistingEngine(
      options.database,
      Effect.gen(function*() {
        const networks = yield* Networks
        const { fields, title, uid } = yield* networks.get(options.uid)
        const agendaUids = yield* networks.agendasOf(uid)
        yield* deleting({
          options,
          what: `network ${uid} (${title})`,
          plan: { uid, title, fields: fields.length, agendaUids },
          lines: [
            `gone: its definitions of ${fields.length} additional fields`,
            ...(agendaUids.length === 0 ? [] : [`in the way: it has agendas ${agendaUids.join(", ")}`])
          ],
          run: networks.remove(uid)
        })
      })
    )
).pipe(Command.withDescription(help("Deletes a network that no agenda belongs to. Without --yes it says what that takes.", [
  "network delete 3 --yes",
  'network delete 3 --yes --json    prints {"uid":3,"title":…,"deleted":true}'
], ["An agenda leaves its network with agenda update and --no-network."])))
