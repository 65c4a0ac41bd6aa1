import { formatUtc } from "@agenda-engine/core/derive/formatInstant"
import { omitUndefined } from "@agenda-engine/core/domain/omitUndefined"
import { type Network, Networks } from "@agenda-engine/core/services/Networks"
import type { NetworkDraft } from "@agenda-engine/core/validation/readNetwork"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { database, integer, integerArgument, json, text } from "./CliOptions.js"
import { help } from "./help.js"
import { missingSubcommand } from "./missingSubcommand.js"
import { networkDelete } from "./networkDelete.js"
import { answerAs } from "./Output.js"
import { readJsonFile, readNamedJsonFile } from "./readJsonFile.js"
import { withEngine } from "./withEngine.js"
import { withExistingEngine } from "./withExistingEngine.js"

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
