import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import type { UserRecord } from "@agenda-engine/core/record/MemberRecord"
import type { UserContents } from "@agenda-engine/core/services/removal/removeUser"
import { Removals } from "@agenda-engine/core/services/Removals"
import { Users } from "@agenda-engine/core/services/Users"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { integer, integerArgument, text } from "../input/CliOptions.js"
import { Misuse } from "../output/Failure.js"
import { commandGroup, counted, deleting, deletionCommand, resourceCommand } from "./resourceCommand.js"

const linesOf = ({ agendaUids, events, keys, soleAdministratorOf, stateChanges, user }: UserContents): ReadonlyArray<string> => [
  `deletes: the account with its name and address (${user.email}), ${counted(agendaUids.length, "membership")}${
    agendaUids.length === 0 ? "" : ` of agendas ${agendaUids.join(", ")}`
  }, invitations of that address`,
  `revokes: ${counted(keys, "key")}, with their access tokens`,
  `keeps without author: ${counted(events, "event")}, ${counted(stateChanges, "change of state", "changes of state")}`,
  ...(soleAdministratorOf.length === 0 ? [] : [`blocked: the only administrator of agendas ${soleAdministratorOf.join(", ")}`])
]

/** `agenda-engine user delete`: deletes an account with the personal data of its user. */
const userDelete = deletionCommand(
  "user",
  ["Deletes an account and the personal data of its user. Without --yes it prints what would be deleted.", [
    "user delete 7    prints what would be deleted and kept",
    'user delete 7 --yes --json    prints {"uid":7,"events":…,"deleted":true}'
  ], ["The only administrator of an agenda cannot be deleted: appoint another one first, or delete the agenda."]],
  (options) =>
    Effect.gen(function*() {
      const removals = yield* Removals
      const { user, ...counts } = yield* removals.ofUser(options.uid)
      yield* deleting({
        options,
        what: `user ${user.uid} (${user.name})`,
        plan: { uid: user.uid, email: user.email, ...counts },
        lines: linesOf({ user, ...counts }),
        run: removals.user(options.uid)
      })
    })
)

const create = resourceCommand(
  "create",
  ["Creates a user account.", [
    "user create --email ada@example.org --name Ada",
    'user create --email ada@example.org --name Ada --json    prints {"uid":…}'
  ]],
  {
    email: text("email", "Email address, unique among users."),
    name: text("name", "Displayed name of the user.")
  },
  (options, engine) =>
    engine(Effect.gen(function*() {
      const user = yield* (yield* Users).create({ email: options.email, name: options.name })
      return [{ uid: user.uid }, [`user ${user.uid} created for ${user.email}`]] as const
    })),
  true
)

const shown = (user: UserRecord) => ({ ...user, createdAt: formatUtc(user.createdAt) })

const lineOf = ({ email, hostId, name, uid }: UserRecord): string => [uid, email, name, ...(hostId === null ? [] : [hostId])].join("\t")

const find = resourceCommand(
  "find",
  ["Finds the account of a user.", [
    "user find --email ada@example.org",
    'user find --host-id 42 --json    prints {"uid":…,"email":…,"name":…,"hostId":"42","createdAt":…}'
  ]],
  {
    email: Options.optional(text("email", "Email address of the user, in whatever case.")),
    hostId: Options.optional(text("host-id", "Id of the user in the embedding host."))
  },
  ({ email, hostId }, engine) =>
    Effect.gen(function*() {
      if (Option.isSome(email) === Option.isSome(hostId)) return yield* new Misuse({ message: "give either --email or --host-id" })
      return yield* engine(Effect.gen(function*() {
        const users = yield* Users
        const user = yield* Option.match(email, {
          onNone: () => users.findByHostId(Option.getOrElse(hostId, () => "")),
          onSome: users.findByEmail
        })
        return [shown(user), [lineOf(user)]] as const
      }))
    })
)

const change = resourceCommand(
  "change",
  ["Changes the name or the address of a user, also in memberships.", [
    "user change 7 --name Ada",
    'user change 7 --email ada@example.org --json    prints {"uid":7,"email":…,"name":…,"hostId":null,"createdAt":…}'
  ], ["A user of an embedding host gets the name and the verified address of the host again with the next request."]],
  {
    uid: integerArgument("UID", "Uid of the user, as shown by user list."),
    email: Options.optional(text("email", "New email address, unique among users.")),
    name: Options.optional(text("name", "New name of the user."))
  },
  ({ email, name, uid }, engine) =>
    Effect.gen(function*() {
      const changes = { ...Option.isSome(email) && { email: email.value }, ...Option.isSome(name) && { name: name.value } }
      if (Object.keys(changes).length === 0) return yield* new Misuse({ message: "nothing to change: give --email or --name" })
      return yield* engine(Effect.gen(function*() {
        const user = yield* (yield* Users).change(uid, changes)
        return [shown(user), [lineOf(user)]] as const
      }))
    })
)

const list = resourceCommand(
  "list",
  ["Lists user accounts in order of uid: uid, address, name and the id in the embedding host.", [
    "user list",
    'user list --limit 100 --json    prints {"users":[…],"after":…}',
    "user list --limit 100 --after 7    prints the next page after user 7"
  ]],
  {
    limit: Options.optional(integer("limit", "Maximum number of accounts; all by default.")),
    after: integer("after", "List the accounts with a greater uid.").pipe(Options.withDefault(0))
  },
  ({ after, limit }, engine) =>
    Effect.gen(function*() {
      const page_max = Option.getOrElse(limit, () => Number.MAX_SAFE_INTEGER)
      if (page_max < 1) return yield* new Misuse({ message: "--limit (or AGENDA_LIMIT) takes a whole number from 1 on" })
      return yield* engine(Effect.gen(function*() {
        const users = yield* Users
        const all = Option.isNone(limit) && after === 0
        const page = all ? { users: yield* users.list, after: null } : yield* users.page({ after, limit: page_max })
        return [{ users: page.users.map(shown), after: page.after }, page.users.map(lineOf)] as const
      }))
    })
)

/** `agenda-engine user`: creates, finds, changes, lists and deletes user accounts. */
export const userCommand = commandGroup(
  "user",
  [create, find, change, list, userDelete],
  "Creates, finds, changes, lists and deletes user accounts.",
  [
    "user create --email ada@example.org --name Ada",
    "user find --email ada@example.org",
    "user change 7 --name Ada",
    "user list",
    "user delete 7"
  ]
)
