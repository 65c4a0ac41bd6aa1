import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { KeyKind, Operation } from "@agenda-engine/core/domain/access/Credential"
import { Keys, type ListedKey } from "@agenda-engine/core/services/Keys"
import { readInstant } from "@agenda-engine/core/validation/value/readInstant"
import * as Args from "@effect/cli/Args"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { choice, integer, repeatedOption, text } from "../input/CliOptions.js"
import { Misuse } from "../output/Failure.js"
import { commandGroup, resourceCommand } from "./resourceCommand.js"

const readExpiry = (expires: Option.Option<string>): Effect.Effect<number | null, Misuse> =>
  Option.match(expires, {
    onNone: () => Effect.succeed(null),
    onSome: (written) =>
      Either.match(readInstant(written), {
        onLeft: () => Effect.fail(new Misuse({ message: "--expires takes an instant such as 2030-01-31T00:00:00Z" })),
        onRight: (instant) => Effect.succeed(instant)
      })
  })

const checkKind = (kind: KeyKind, hasOwner: boolean, agendas: number): Effect.Effect<void, Misuse> => {
  if (kind === "secret" && !hasOwner) return Effect.fail(new Misuse({ message: "a secret key needs --owner" }))
  if (kind === "agenda" && hasOwner) return Effect.fail(new Misuse({ message: "an agenda key takes no --owner" }))
  if (kind === "agenda" && agendas !== 1) return Effect.fail(new Misuse({ message: "an agenda key needs exactly one --agenda" }))
  return Effect.void
}

const create = resourceCommand(
  "create",
  ["Creates a key. It is printed only once and not stored in clear.", [
    "key create --kind public",
    'key create --kind secret --owner 1 --json    prints {"id":…,"key":…}',
    "key create --kind agenda --agenda 2 --expires 2030-01-31T00:00:00Z",
    "key create --kind secret --owner 1 --agenda 2 --agenda 3 --operation events:write"
  ]],
  {
    kind: choice("kind", KeyKind.literals, "public: reads public agendas; agenda: reads one agenda; secret: reads and writes."),
    owner: integer("owner", "Uid of the user whose rights the key has.").pipe(Options.optional),
    agendas: repeatedOption("agenda", Schema.NumberFromString.pipe(Schema.int()), "Uid of an agenda that the key is limited to."),
    operations: repeatedOption("operation", Operation, `An operation that the key is limited to: ${Operation.literals.join(", ")}.`),
    expires: text("expires", "Expiry instant, ISO 8601 with an offset.").pipe(Options.optional)
  },
  (options, engine) =>
    Effect.gen(function*() {
      yield* checkKind(options.kind, Option.isSome(options.owner), options.agendas.length)
      const expiresAt = yield* readExpiry(options.expires)
      const { id, key } = yield* engine(Effect.flatMap(Keys, (keys) =>
        keys.create({
          kind: options.kind,
          ownerUid: Option.getOrNull(options.owner),
          agendaUids: options.agendas.length === 0 ? null : options.agendas,
          operations: options.operations.length === 0 ? null : options.operations,
          expiresAt
        })))
      return [{ id, key }, [`${options.kind} key ${id}, shown only once:`, key]] as const
    }),
  true
)

const instantOrNull = (instant: number | null): string | null => instant === null ? null : formatUtc(instant)

const shown = ({ agendaUids, createdAt, expiresAt, id, kind, lastUsedAt, operations, ownerUid, revokedAt }: ListedKey) => ({
  id,
  kind,
  ownerUid,
  agendaUids,
  operations,
  createdAt: formatUtc(createdAt),
  expiresAt: instantOrNull(expiresAt),
  revokedAt: instantOrNull(revokedAt),
  lastUsedAt: instantOrNull(lastUsedAt)
})

const describe = (key: ReturnType<typeof shown>): string =>
  [
    key.id,
    key.kind,
    key.ownerUid === null ? "no owner" : `owner ${key.ownerUid}`,
    key.agendaUids === null ? "all agendas" : `agendas ${key.agendaUids.join(",")}`,
    key.operations === null ? "all operations" : key.operations.join(","),
    key.revokedAt === null ? (key.expiresAt === null ? "valid" : `until ${key.expiresAt}`) : `revoked ${key.revokedAt}`,
    key.lastUsedAt === null ? "never used" : `last used ${key.lastUsedAt}`
  ].join("\t")

const list = resourceCommand(
  "list",
  ["Lists all keys, without their secrets.", ["key list", 'key list --json    prints {"keys":[…]}'], [
    "The last use of a key is accurate to the minute; using an access token counts as using its key."
  ]],
  {},
  (_, engine) =>
    engine(Effect.gen(function*() {
      const keys = (yield* (yield* Keys).list).map(shown)
      return [{ keys }, keys.map(describe)] as const
    }))
)

const revoke = resourceCommand(
  "revoke",
  ["Revokes a key and its access tokens.", ["key revoke 3fA9cK2mZx0Q"]],
  { id: Args.text({ name: "ID" }).pipe(Args.withDescription("Id of the key, as shown by key list.")) },
  (options, engine) =>
    engine(Effect.gen(function*() {
      yield* (yield* Keys).revoke(options.id)
      return [{ id: options.id, revoked: true }, [`key ${options.id} revoked with its access tokens`]] as const
    }))
)

/** `agenda-engine key`: creates, lists and revokes keys. */
export const keyCommand = commandGroup("key", [create, list, revoke], "Creates, lists and revokes keys.", [
  "key create --kind public",
  "key list",
  "key revoke 3fA9cK2mZx0Q"
])
