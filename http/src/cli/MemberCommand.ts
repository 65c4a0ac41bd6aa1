import { formatUtc } from "@agenda-engine/core/derive/formatInstant"
import { Role } from "@agenda-engine/core/domain/Member"
import type { MemberRecord } from "@agenda-engine/core/record/MemberRecord"
import { Members } from "@agenda-engine/core/services/Members"
import * as Command from "@effect/cli/Command"
import * as Effect from "effect/Effect"
import { choice, database, integer, json } from "./CliOptions.js"
import { yes } from "./deletion.js"
import { Failure } from "./Failure.js"
import { help } from "./help.js"
import { memberInvite } from "./memberInvite.js"
import { missingSubcommand } from "./missingSubcommand.js"
import { Misuse } from "./Misuse.js"
import { answerAs } from "./Output.js"
import { withExistingEngine } from "./withExistingEngine.js"

const agenda = integer("agenda", "Uid of the agenda.")
const user = integer("user", "Uid of the user.")
const role = choice("role", Role.literals, "What the member may do.")

const shown = (member: MemberRecord) => ({
  uid: member.uid,
  agendaUid: member.agendaUid,
  userUid: member.userUid,
  role: member.role,
  name: member.name,
  email: member.email,
  createdAt: formatUtc(member.createdAt)
})

const describe = (member: MemberRecord): string => [member.uid, `user ${member.userUid}`, member.role, member.name, member.email].join("\t")

const add = Command.make("add", { agenda, user, role, database, json }, (options) =>
  withExistingEngine(
    options.database,
    Effect.gen(function*() {
      const member = yield* (yield* Members).add(options.agenda, options.user, options.role)
      yield* answerAs(options.json, shown(member), [`user ${member.userUid} is ${member.role} of agenda ${member.agendaUid}`])
    })
  )).pipe(Command.withDescription(help("Makes a user a member of an agenda; a member already gets the role.", [
    "member add --agenda 2 --user 1 --role moderator"
  ])))

const list = Command.make("list", { agenda, database, json }, (options) =>
  withExistingEngine(
    options.database,
    Effect.gen(function*() {
      const members = yield* (yield* Members).list(options.agenda)
      yield* answerAs(options.json, { members: members.map(shown) }, members.map(describe))
    })
  )).pipe(Command.withDescription(help("Lists the members of an agenda.", [
    "member list --agenda 2",
    'member list --agenda 2 --json    prints {"members":[…]}'
  ])))

const changeRole = Command.make("role", { agenda, user, role, database, json }, (options) =>
  withExistingEngine(
    options.database,
    Effect.gen(function*() {
      const members = yield* Members
      const isMember = (yield* members.list(options.agenda)).some((member) => member.userUid === options.user)
      if (!isMember) return yield* new Failure({ message: `user ${options.user} is no member of agenda ${options.agenda}` })
      const member = yield* members.add(options.agenda, options.user, options.role)
      yield* answerAs(options.json, shown(member), [`user ${member.userUid} is ${member.role} of agenda ${member.agendaUid}`])
    })
  )).pipe(Command.withDescription(help("Gives a member another role. An agenda keeps at least one administrator.", [
    "member role --agenda 2 --user 1 --role contributor"
  ])))

const remove = Command.make(
  "remove",
  { agenda, user, yes, database, json },
  (options) =>
    Effect.gen(function*() {
      const what = `user ${options.user} as member of agenda ${options.agenda}`
      if (!options.yes) return yield* new Misuse({ message: `this would remove ${what}; add --yes to do it` })
      yield* withExistingEngine(options.database, Effect.flatMap(Members, (members) => members.remove(options.agenda, options.user)))
      yield* answerAs(options.json, { agendaUid: options.agenda, userUid: options.user, removed: true }, [`removed ${what}`])
    })
).pipe(Command.withDescription(help("Ends a membership. The user's events stay. An agenda keeps at least one administrator.", [
  "member remove --agenda 2 --user 1 --yes"
])))

/** `agenda-engine member`: gives users roles in agendas. */
export const memberCommand = Command.make(
  "member",
  {},
  () => missingSubcommand("agenda-engine member", ["add", "invite", "list", "role", "remove"])
).pipe(
  Command.withDescription(help("Gives users roles in agendas.", [
    "member add --agenda 2 --user 1 --role moderator",
    "member invite --agenda 2 --role contributor --email ada@example.org",
    "member list --agenda 2",
    "member role --agenda 2 --user 1 --role contributor",
    "member remove --agenda 2 --user 1 --yes"
  ])),
  Command.withSubcommands([add, memberInvite, list, changeRole, remove])
)
