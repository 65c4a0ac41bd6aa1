import * as Command from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as HashMap from "effect/HashMap"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import { agendaCommand } from "./command/AgendaCommand.js"
import { demoCommand } from "./command/DemoCommand.js"
import { exportCommand } from "./command/ExportCommand.js"
import { imageCommand } from "./command/ImageCommand.js"
import { importCommand } from "./command/ImportCommand.js"
import { invitationCommand } from "./command/InvitationCommand.js"
import { keyCommand } from "./command/KeyCommand.js"
import { locationCommand } from "./command/LocationCommand.js"
import { locationSetCommand } from "./command/LocationSetCommand.js"
import { memberCommand } from "./command/MemberCommand.js"
import { migrateCommand } from "./command/MigrateCommand.js"
import { missingSubcommand } from "./command/missingSubcommand.js"
import { networkCommand } from "./command/NetworkCommand.js"
import { openApiCommand } from "./command/OpenApiCommand.js"
import { serveCommand } from "./command/ServeCommand.js"
import { userCommand } from "./command/UserCommand.js"
import { help } from "./input/CliOptions.js"

const Package = Schema.parseJson(Schema.Struct({ version: Schema.String }))

/** The version in the package.json of this package. */
export const version: string =
  Schema.decodeUnknownSync(Package)(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version

const names = [
  "demo",
  "serve",
  "migrate",
  "user",
  "agenda",
  "network",
  "location",
  "location-set",
  "key",
  "member",
  "invitation",
  "image",
  "import",
  "export",
  "openapi"
]

const root = Command.make("agenda-engine", {}, () => missingSubcommand("agenda-engine", names)).pipe(
  Command.withDescription(help("Event agendas with an HTTP API (/v2), stored in SQLite or Postgres.", [
    "demo",
    "user create --email ada@example.org --name Ada    prints the uid, 1 in the examples below",
    'agenda create --title "Summer in town" --owner 1',
    "key create --kind secret --owner 1",
    "import events.ndjson --owner 1",
    "serve --database sqlite:agenda.db"
  ])),
  Command.withSubcommands([
    demoCommand,
    serveCommand,
    migrateCommand,
    userCommand,
    agendaCommand,
    networkCommand,
    locationCommand,
    locationSetCommand,
    keyCommand,
    memberCommand,
    invitationCommand,
    imageCommand,
    importCommand,
    exportCommand,
    openApiCommand
  ])
)

const run = Command.run(root, {
  name: "agenda-engine",
  version,
  executable: "agenda-engine",
  footer: HelpDoc.blocks([
    HelpDoc.h1("EVERYWHERE"),
    HelpDoc.p(
      "Every command accepts --help, --version, --database and --json. Every option has an environment variable: AGENDA_ and its name in capitals, " +
        "with _ for -; the command line takes precedence. Exit codes: 0 success, 1 failure, 2 usage error."
    )
  ])
})

/**
 * Moves the argument `-` (stdin or stdout) to the end, because the parser accepts no option after an argument that
 * begins with a dash.
 */
const dashLast = (args: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...args.filter((arg) => arg !== "-"),
  ...args.filter((arg) => arg === "-")
]

const subcommandsOf = new Map([
  ["migrate", Command.getSubcommands(migrateCommand)],
  ["user", Command.getSubcommands(userCommand)],
  ["agenda", Command.getSubcommands(agendaCommand)],
  ["network", Command.getSubcommands(networkCommand)],
  ["location-set", Command.getSubcommands(locationSetCommand)],
  ["key", Command.getSubcommands(keyCommand)],
  ["member", Command.getSubcommands(memberCommand)],
  ["invitation", Command.getSubcommands(invitationCommand)],
  ["image", Command.getSubcommands(imageCommand)]
])

const asksForHelp = (arg: string): boolean => ["--help", "-h", "--version"].includes(arg)

/**
 * Drops an unknown subcommand, so that the message lists the subcommands of the command and not those of the program.
 */
const groupAlone = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [program = "", script = "", group = "", name, ...rest] = args
  const subcommands = subcommandsOf.get(group)
  if (subcommands === undefined || name === undefined || HashMap.has(subcommands, name) || [name, ...rest].some(asksForHelp)) return args
  return [program, script, group]
}

/** Runs a command line in the form of `process.argv`. */
export const agendaEngine = (args: ReadonlyArray<string>) => run(groupAlone(dashLast(args)))
