import type { PresentedConsumer, PresentedParked } from "@agenda-engine/core/present/presentConsumer"
import { ChangeConsumers } from "@agenda-engine/core/services/consumer/ChangeConsumers"
import * as Args from "@effect/cli/Args"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { text } from "../input/CliOptions.js"
import { commandGroup, counted, resourceCommand } from "./resourceCommand.js"

const name = Args.text({ name: "name" }).pipe(Args.withDescription("Name of the consumer, as shown by consumer list."))
const id = Options.optional(text("change", "Id of one parked change, as shown by consumer parked; without it, all are meant."))

const describe = ({ active, name, parked, troubles }: PresentedConsumer): ReadonlyArray<string> => [
  [name, active ? "active" : "idle", `${parked} parked`].join("\t"),
  ...troubles.map(({ agendaUid, attempts, dueAt, error, missedAt }) =>
    [
      "",
      `agenda ${agendaUid}`,
      ...missedAt === null ? [] : [`missed changes, found at ${missedAt}`],
      ...attempts === 0 ? [] : [`${counted(attempts, "attempt")}, next at ${dueAt}: ${error}`]
    ].join("\t")
  )
]

const describeParked = ({ agendaUid, at, attempts, due, error, id, kind, uid }: PresentedParked): string =>
  [id, at, kind, `agenda ${agendaUid}`, `uid ${uid}`, counted(attempts, "attempt"), due ? "due" : "parked", error].join("\t")

const list = resourceCommand(
  "list",
  ["Lists the consumers of changes, with the agendas that give trouble.", [
    "consumer list",
    'consumer list --json    prints {"consumers":[…]}'
  ]],
  {},
  (_options, engine) =>
    Effect.map(
      engine(Effect.flatMap(ChangeConsumers, (consumers) => consumers.list)),
      (consumers) => [{ consumers }, consumers.flatMap(describe)] as const
    )
)

const parked = resourceCommand(
  "parked",
  ["Lists the first 1000 changes that a consumer could not handle.", ["consumer parked search"]],
  { name },
  ({ name }, engine) =>
    Effect.map(
      engine(Effect.flatMap(ChangeConsumers, (consumers) => consumers.parked(name))),
      (parked) => [{ parked }, parked.map(describeParked)] as const
    )
)

const retry = resourceCommand(
  "retry",
  ["Has parked changes given again, once, by the process that runs the consumer.", [
    "consumer retry search",
    "consumer retry --change 2:17:0 search"
  ]],
  { name, id },
  ({ id, name }, engine) =>
    Effect.map(
      engine(Effect.flatMap(ChangeConsumers, (consumers) => consumers.retry(name, Option.getOrNull(id)))),
      (retried) => [{ retried }, [`${counted(retried, "change")} due`]] as const
    )
)

const drop = resourceCommand(
  "drop",
  ["Deletes parked changes: the consumer never gets them.", ["consumer drop search", "consumer drop --change 2:17:0 search"]],
  { name, id },
  ({ id, name }, engine) =>
    Effect.map(
      engine(Effect.flatMap(ChangeConsumers, (consumers) => consumers.drop(name, Option.getOrNull(id)))),
      (dropped) => [{ dropped }, [`dropped ${counted(dropped, "change")}`]] as const
    )
)

const remove = resourceCommand(
  "delete",
  ["Forgets a consumer: one of the same name begins with the oldest change that is kept.", ["consumer delete search"]],
  { name },
  ({ name }, engine) =>
    Effect.map(
      engine(Effect.flatMap(ChangeConsumers, (consumers) => consumers.remove(name))),
      () => [{ consumer: name, deleted: true }, [`deleted ${name}`]] as const
    )
)

/** `agenda-engine consumer`: shows the consumers of changes that hosts run, and handles what they could not. */
export const consumerCommand = commandGroup(
  "consumer",
  [list, parked, retry, drop, remove],
  "Shows the consumers of changes of hosts, and what they could not handle.",
  [
    "consumer list",
    "consumer parked search",
    "consumer retry search"
  ]
)
