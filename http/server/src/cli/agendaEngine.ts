import { Images } from "@agenda-engine/core/services/Images"
import * as Command from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import { version } from "../config/version.js"
import { agendaCommand } from "./command/AgendaCommand.js"
import { backupCommand, restoreCommand } from "./command/BackupCommand.js"
import { consumerCommand } from "./command/ConsumerCommand.js"
import { demoCommand } from "./command/DemoCommand.js"
import { doctorCommand } from "./command/DoctorCommand.js"
import { exportCommand } from "./command/ExportCommand.js"
import { importCommand } from "./command/ImportCommand.js"
import { invitationCommand } from "./command/InvitationCommand.js"
import { keyCommand } from "./command/KeyCommand.js"
import { locationCommand, locationSetCommand } from "./command/LocationSetCommand.js"
import { memberCommand } from "./command/MemberCommand.js"
import { networkCommand } from "./command/NetworkCommand.js"
import { commandGroup, resourceCommand } from "./command/resourceCommand.js"
import { serveCommand } from "./command/ServeCommand.js"
import { userCommand } from "./command/UserCommand.js"
import { webhookCommand } from "./command/WebhookCommand.js"
import { type Database, databaseOf } from "./engine/Database.js"
import { fenced } from "./engine/databaseFence.js"
import { withEngine } from "./engine/withEngine.js"
import { database, help, integer, json, text } from "./input/CliOptions.js"
import { CurrentEnvironment } from "./input/CurrentEnvironment.js"
import { readServerConfig } from "./input/readServerConfig.js"
import { Failure, Misuse, showConfigError } from "./output/Failure.js"
import { hidePasswords } from "./output/hidePasswords.js"
import { answer, answerAs } from "./output/Output.js"

/** Addresses that a server listens on and nobody can connect to. */
const anyAddress: { readonly [host: string]: string } = { "0.0.0.0": "127.0.0.1", "::": "::1" }

/** `agenda-engine health`: asks a server on this machine whether it is ready. It opens no database. */
const healthCommand = Command.make(
  "health",
  {
    port: integer("port", "Port of the server.").pipe(Options.withDefault(3_000)),
    host: text("host", "Address of the server.").pipe(Options.withDefault("127.0.0.1")),
    database,
    json
  },
  ({ host, port }) =>
    Effect.gen(function*() {
      const { addressOf } = yield* Effect.promise(() => import("../config/ServerConfig.js"))
      const url = `${addressOf(anyAddress[host] ?? host, port)}/health/ready`
      const { body, status } = yield* Effect.tryPromise({
        try: async (signal) => {
          const response = await fetch(url, { signal })
          return { status: response.status, body: await response.text() }
        },
        catch: (cause) => new Failure({ message: `${url} does not answer: ${cause instanceof Error ? cause.message : String(cause)}` })
      }).pipe(
        Effect.timeoutFail({ duration: "5 seconds", onTimeout: () => new Failure({ message: `${url} does not answer in 5 seconds` }) })
      )
      yield* answer(body)
      if (status !== 200) return yield* new Failure({ message: `${url} answers ${status}` })
    })
).pipe(Command.withDescription(help("Asks the server whether it is ready, and prints its answer. Exits 1 when it is not.", [
  "health",
  "health --port 8080"
])))

/** The value of a secret setting: only what is a URL is shown, without its password. */
const hideSecret = (value: string): string => {
  if (!URL.canParse(value) || !/^(?:postgres(?:ql)?|smtps?|sqlite|folder):/i.test(value)) return "redacted"
  return hidePasswords(value)
}

/** `agenda-engine config`: prints the settings. `--database` is accepted, and no database is opened. */
const configCommand = Command.make("config", { database, json }, (options) =>
  Effect.gen(function*() {
    const { settingFaults } = yield* Effect.promise(() => import("../config/everyConfig.js"))
    const { limitVariables, settingVariables } = yield* Effect.promise(() => import("../config/variables.js"))
    const { settings } = yield* CurrentEnvironment
    const shown = [
      ...Object.entries(settingVariables).map(([name, { absent, isSecret = false }]) => ({ name, absent, isSecret })),
      ...Object.entries(limitVariables).map(([name, absent]) => ({ name, absent, isSecret: false }))
    ].map(({ absent, isSecret, name }) => {
      const setting = settings.get(name)
      return setting === undefined
        ? { name, value: absent.replaceAll("`", ""), origin: "default" }
        : { name, value: isSecret ? hideSecret(setting.value) : hidePasswords(setting.value), origin: setting.origin }
    })
    yield* answerAs(options.json, { settings: shown }, shown.map(({ name, origin, value }) => `${name}=${value} (${origin})`))
    const faults = yield* settingFaults
    if (faults.length > 0) return yield* new Misuse({ message: hidePasswords(faults.map(showConfigError).join("; ")) })
  })).pipe(Command.withDescription(help("Prints every setting with its value and its origin, without secrets. Fails when one is invalid.", [
    "config",
    'config --json    prints {"settings":[{"name":…,"value":…,"origin":…}]}'
  ], ["The origin is environment, a file with its line, or default."])))

const collect = resourceCommand(
  "collect",
  ["Removes images unused for AGENDA_UNUSED_IMAGE_SECONDS, as serve does every hour.", [
    "image collect",
    'image collect --json    prints {"removed":…}'
  ]],
  {},
  (_, engine) =>
    engine(Effect.gen(function*() {
      const removed = yield* (yield* Images).collect
      return [{ removed }, [`removed ${removed} unused images`]] as const
    }))
)

/** `agenda-engine image`: manages stored images. */
const imageCommand = commandGroup("image", [collect], "Manages stored images.", ["image collect"])

const partitions = Options.optional(integer("partitions", "Partitions of each table by agenda, 2 to 64; for an empty Postgres database."))

const upOf = ({ up, upPartitioned }: Database, asked: number | null) => {
  if (asked === null) return up
  return upPartitioned === null ? new Misuse({ message: "--partitions is for Postgres: SQLite has no partitions" }) : upPartitioned(asked)
}

const up = Command.make("up", { database, json, partitions }, (options) =>
  Effect.gen(function*() {
    const found = yield* Effect.flatMap(databaseOf(options.database), fenced)
    const taken = yield* upOf(found, Option.getOrNull(options.partitions))
    yield* withEngine(options.database, Effect.void, "always")
    const lines = taken.length === 0 ? ["already up to date"] : taken.map(({ id, name }) => `applied ${id} ${name}`)
    yield* answerAs(options.json, { applied: taken }, lines)
  })).pipe(
    Command.withDescription(help("Migrates the database schema and rebuilds outdated indexes. Safe to run in several processes at once.", [
      "migrate up --database postgres://agenda@localhost/agenda",
      "migrate up --partitions 16    splits its tables by agenda",
      'migrate up --json    prints {"applied":[…]}'
    ]))
  )

const status = Command.make("status", { database, json }, (options) =>
  Effect.gen(function*() {
    const { applied, pending } = yield* databaseOf(options.database).pipe(
      Effect.flatMap(fenced),
      Effect.flatMap((found) => Effect.zipRight(found.found, found.status))
    )
    yield* answerAs(options.json, { applied, pending }, [
      ...applied.map(({ id, name }) => `applied ${id} ${name}`),
      ...pending.map(({ id, name }) => `pending ${id} ${name}`)
    ])
  })).pipe(Command.withDescription(help("Lists applied and pending schema migrations. Changes nothing.", [
    "migrate status",
    'migrate status --json    prints {"applied":[…],"pending":[…]}'
  ])))

/** `agenda-engine migrate`: manages the database schema. */
const migrateCommand = commandGroup("migrate", [up, status], "Manages the database schema.", ["migrate up", "migrate status"])

/** `agenda-engine openapi`: prints the OpenAPI document. `--database` is accepted but not opened. */
const openApiCommand = Command.make("openapi", { database, json }, (options) =>
  Effect.gen(function*() {
    const { openApi } = yield* Effect.promise(() => import("@agenda-engine/http/api/Api"))
    const { settings } = yield* readServerConfig({ port: 0, host: "127.0.0.1", database: options.database })
    yield* answer(JSON.stringify(openApi(settings.publicUrl ?? ""), null, options.json ? undefined : 2))
  })).pipe(Command.withDescription(help("Prints the OpenAPI document of the HTTP API.", [
    "openapi > openapi.json"
  ])))

const root = commandGroup(
  "agenda-engine",
  [
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
    webhookCommand,
    consumerCommand,
    imageCommand,
    importCommand,
    exportCommand,
    doctorCommand,
    healthCommand,
    backupCommand,
    restoreCommand,
    configCommand,
    openApiCommand
  ],
  "Event agendas with an HTTP API (/v2), stored in SQLite or Postgres.",
  [
    "demo",
    "user create --email ada@example.org --name Ada    prints the uid, 1 in the examples below",
    'agenda create --title "Summer in town" --owner 1',
    "key create --kind secret --owner 1",
    "import events.ndjson --owner 1",
    "serve --database sqlite:agenda.db"
  ]
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
  ["webhook", Command.getSubcommands(webhookCommand)],
  ["consumer", Command.getSubcommands(consumerCommand)],
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
