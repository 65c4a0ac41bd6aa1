import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { omitUndefined } from "@agenda-engine/core/domain/omitUndefined"
import { type Network, Networks } from "@agenda-engine/core/services/Networks"
import type { NetworkDraft } from "@agenda-engine/core/validation/agenda/readNetwork"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withEngine, withExistingEngine } from "../engine/withEngine.js"
import { database, help, integer, integerArgument, json, text } from "../input/CliOptions.js"
import { readJsonFile, readNamedJsonFile } from "../input/readJsonFile.js"
import { answerAs } from "../output/Output.js"
import { deleting, yes } from "./deletion.js"
import { missingSubcommand } from "./missingSubcommand.js"

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

const schemaFile = text("schema", 'A JSON file with the additional fields of all its agendas: {"fields":[…]}.')

const shown = ({ createdAt, fields, title, uid, updatedAt }: Network) => ({
  uid,
  title,
  schema: { fields },
  createdAt: formatUtc(createdAt),
  updatedAt: formatUtc(updatedAt)
})

const codesOf = ({ fields }: Network): string => fields.length === 0 ? "no fields" : fields.map(({ field }) => field).join(",")

const create = Command.make(
  "create",
  {
    title: text("title", "How the network is called."),
    uid: integer("uid", "The uid it shall have; made otherwise.").pipe(Options.optional),
    schema: schemaFile.pipe(Options.optional),
    database,
    json
  },
  (options) =>
    Effect.gen(function*() {
      const more = omitUndefined<Required<Pick<NetworkDraft, "uid" | "schema">>>({
        uid: Option.getOrUndefined(options.uid),
        schema: yield* readNamedJsonFile(options.schema)
      })
      const { uid } = yield* withEngine(
        options.database,
        Effect.flatMap(Networks, (networks) => networks.create({ ...more, title: options.title }))
      )
      yield* answerAs(options.json, { uid }, [`network ${uid} created`])
    })
).pipe(Command.withDescription(help("Makes a network: agendas that have additional fields in common.", [
  'network create --title "Seaside towns" --schema fields.json',
  'network create --title "Seaside towns" --json    prints {"uid":…}'
], ["An agenda joins it with agenda create or agenda update and --network."])))

const schema = Command.make(
  "schema",
  {
    uid: integerArgument("UID", "The network's uid, as network list shows it."),
    schema: schemaFile,
    database,
    json
  },
  (options) =>
    Effect.gen(function*() {
      const fields = yield* readJsonFile(options.schema)
      const network = yield* withExistingEngine(
        options.database,
        Effect.flatMap(Networks, (networks) => networks.setSchema(options.uid, fields))
      )
      yield* answerAs(options.json, shown(network), [`network ${network.uid} has ${codesOf(network)}`])
    })
).pipe(Command.withDescription(help("Gives a network other additional fields. All its agendas have them at once.", [
  "network schema 3 --schema fields.json",
  "network schema 3 --schema fields.json --json    prints the network"
], [
  "Options that are no longer named are withdrawn: events keep them.",
  "A field may change its type: events show what the new type can show of their values, and keep the rest unshown."
])))

const list = Command.make("list", { database, json }, (options) =>
  withExistingEngine(
    options.database,
    Effect.gen(function*() {
      const networks = yield* (yield* Networks).list
      const lines = networks.map((network) => [network.uid, network.title, codesOf(network)].join("\t"))
      yield* answerAs(options.json, { networks: networks.map(shown) }, lines)
    })
  )).pipe(
    Command.withDescription(
      help("Lists all networks with their fields.", ["network list", 'network list --json    prints {"networks":[…]}'])
    )
  )

/** `agenda-engine network`: makes, changes, lists and deletes networks. */
export const networkCommand = Command.make(
  "network",
  {},
  () => missingSubcommand("agenda-engine network", ["create", "schema", "list", "delete"])
).pipe(
  Command.withDescription(help("Makes, changes, lists and deletes networks.", [
    'network create --title "Seaside towns" --schema fields.json',
    "network schema 3 --schema fields.json",
    "network list",
    "network delete 3"
  ])),
  Command.withSubcommands([create, schema, list, networkDelete])
)
