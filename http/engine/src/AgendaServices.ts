import type { Caller, Operation } from "@agenda-engine/core/domain/access/Credential"
import { Agenda, AgendaSettings } from "@agenda-engine/core/domain/agenda/Agenda"
import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { AdditionalField } from "@agenda-engine/core/domain/field/AdditionalField"
import {
  type NamedAgenda,
  presentAgendaName,
  type PresentedInvitation,
  type PresentedMember,
  presentInvitation,
  presentMember
} from "@agenda-engine/core/present/presentMember"
import type { AgendaRecord, AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import { Access, type Authorization } from "@agenda-engine/core/services/Access"
import { type AgendaChange, Agendas, type NewAgenda } from "@agenda-engine/core/services/Agendas"
import { ChangeConsumers } from "@agenda-engine/core/services/consumer/ChangeConsumers"
import { Invitations } from "@agenda-engine/core/services/Invitations"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Locations } from "@agenda-engine/core/services/Locations"
import { LocationSets } from "@agenda-engine/core/services/LocationSets"
import { Members } from "@agenda-engine/core/services/Members"
import { Networks } from "@agenda-engine/core/services/Networks"
import { Removals } from "@agenda-engine/core/services/Removals"
import { Users } from "@agenda-engine/core/services/Users"
import { Webhooks } from "@agenda-engine/core/services/webhook/Webhooks"
import { readStoredFields } from "@agenda-engine/core/validation/field/readFieldDefinitions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Promised, promised, type Run } from "./promised.js"
import { type PromisedEvents, promisedEvents } from "./PromisedEvents.js"

/** An agenda with the additional fields that it defines itself. */
export interface DefinedAgenda extends Agenda {
  readonly fields: ReadonlyArray<AdditionalField>
}

/** The methods of `Agendas` that answer whole agendas. */
interface WholeAgendas {
  /** As `Agendas.create`. */
  readonly create: (draft: NewAgenda) => Promise<DefinedAgenda>
  /** As `Agendas.update`. */
  readonly update: (uid: number, change: AgendaChange) => Promise<DefinedAgenda>
  /** As `Agendas.list`. */
  readonly list: () => Promise<ReadonlyArray<DefinedAgenda>>
  /** As `Agendas.restore`. */
  readonly restore: (
    draft: NewAgenda & { readonly uid: number }
  ) => Promise<{ readonly outcome: "created" | "updated" | "unchanged"; readonly agenda: DefinedAgenda }>
}

/** `Agendas` with promises. Agendas have settings and fields as values, not as the texts that are stored. */
interface PromisedAgendas extends Omit<Promised<Agendas["Type"]>, keyof WholeAgendas>, WholeAgendas {}

const decodeSettings = Schema.decodeUnknown(Schema.parseJson(AgendaSettings))
const decodeAgenda = Schema.decodeUnknown(Agenda)

const definedOf = (record: AgendaRecord): Effect.Effect<DefinedAgenda, StoreError> =>
  Effect.gen(function*() {
    const agenda = yield* decodeAgenda({ ...record, settings: yield* decodeSettings(record.settings) })
    return { ...agenda, fields: readStoredFields(record.fields, "agenda", agenda.settings.contribution?.defaultLang ?? null) }
  }).pipe(
    Effect.catchTag("ParseError", (cause) => Effect.fail(new StoreError({ reason: "Corrupt", operation: "Agendas.decode", cause })))
  )

/** The service with promises. */
const promisedAgendas = (run: Run): PromisedAgendas => {
  const { get, getOwn, search, sources } = promised(Agendas, run)
  return {
    get,
    getOwn,
    search,
    sources,
    create: (draft) => run(Effect.flatMap(Agendas, (agendas) => Effect.flatMap(agendas.create(draft), definedOf))),
    update: (uid, change) => run(Effect.flatMap(Agendas, (agendas) => Effect.flatMap(agendas.update(uid, change), definedOf))),
    list: () => run(Effect.flatMap(Agendas, (agendas) => Effect.flatMap(agendas.list, (all) => Effect.forEach(all, definedOf)))),
    restore: (draft) =>
      run(Effect.flatMap(Agendas, (agendas) =>
        Effect.flatMap(
          agendas.restore(draft),
          ({ agenda, outcome }) => Effect.map(definedOf(agenda), (defined) => ({ outcome, agenda: defined }))
        )))
  }
}

/** The methods of `Invitations` that answer the holder of a link. */
interface LinkedInvitations {
  /** As `Invitations.open`. */
  readonly open: (
    token: string
  ) => Promise<{ readonly invitation: PresentedInvitation; readonly agenda: NamedAgenda; readonly hasAccount: boolean }>
  /** As `Invitations.accept`. */
  readonly accept: (token: string, name?: string) => Promise<{ readonly member: PresentedMember; readonly agenda: NamedAgenda }>
}

/** `Invitations` with promises. The holder of a link is shown what responses show. */
interface PromisedInvitations extends Omit<Promised<Invitations["Type"]>, keyof LinkedInvitations>, LinkedInvitations {}

/** The service with promises. */
const promisedInvitations = (run: Run): PromisedInvitations => {
  const linked: LinkedInvitations = {
    open: (token) =>
      run(Effect.flatMap(Invitations, (invitations) =>
        Effect.map(invitations.open(token), ({ agenda, hasAccount, invitation }) => ({
          invitation: presentInvitation(invitation),
          agenda: presentAgendaName(agenda),
          hasAccount
        })))),
    accept: (token, name) =>
      run(Effect.flatMap(Invitations, (invitations) =>
        Effect.map(invitations.accept(token, name), ({ agenda, member }) => ({
          member: presentMember(member),
          agenda: presentAgendaName(agenda)
        }))))
  }
  const { invite, list, revoke, sendDue, tokenOf, work } = promised(Invitations, run)
  return { ...linked, invite, list, revoke, sendDue, tokenOf, work }
}

/** `Access` with promises. `authorize` keeps the type of its operation. */
export interface PromisedAccess extends Pick<Promised<Access["Type"]>, "identify" | "requestToken"> {
  /** As `Access.authorize`. */
  readonly authorize: <O extends Operation>(
    caller: Caller,
    agenda: AgendaRef,
    operation: O
  ) => Promise<Authorization<O>>
}

/** The services of the engine with promises, each documented at the service of its name in core. */
export interface AgendaServices {
  /** Identifies callers and authorizes operations. */
  readonly access: PromisedAccess
  /** Lists, reads and writes agendas. */
  readonly agendas: PromisedAgendas
  /** Lists, reads and writes the events of an agenda. */
  readonly events: PromisedEvents
  /** Invites people by mail. */
  readonly invitations: PromisedInvitations
  /** Creates, lists and revokes keys. */
  readonly keys: Promised<Keys["Type"]>
  /** Lists, reads and writes the locations of an agenda. */
  readonly locations: Promised<Locations["Type"]>
  /** Sets of locations that agendas share. */
  readonly locationSets: Promised<LocationSets["Type"]>
  /** The members of agendas. */
  readonly members: Promised<Members["Type"]>
  /** Networks of agendas. */
  readonly networks: Promised<Networks["Type"]>
  /** Removes agendas and users. */
  readonly removals: Promised<Removals["Type"]>
  /** Creates and lists users. */
  readonly users: Promised<Users["Type"]>
  /** Consumers of changes, and the changes that they could not handle. */
  readonly consumers: Promised<ChangeConsumers["Type"]>
  /** Webhooks of agendas. */
  readonly webhooks: Promised<Webhooks["Type"]>
}

/** The services, which run their effects by `run`. */
export const servicesOf = (run: Run): AgendaServices => {
  const { identify, requestToken } = promised(Access, run)
  return {
    access: {
      identify,
      requestToken,
      authorize: (...parameters) => run(Effect.flatMap(Access, (access) => access.authorize(...parameters)))
    },
    agendas: promisedAgendas(run),
    events: promisedEvents(run),
    invitations: promisedInvitations(run),
    keys: promised(Keys, run),
    locations: promised(Locations, run),
    locationSets: promised(LocationSets, run),
    members: promised(Members, run),
    networks: promised(Networks, run),
    removals: promised(Removals, run),
    users: promised(Users, run),
    consumers: promised(ChangeConsumers, run),
    webhooks: promised(Webhooks, run)
  }
}
