import type { Caller, Operation } from "@agenda-engine/core/domain/access/Credential"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import { Access, type Authorization } from "@agenda-engine/core/services/Access"
import { Invitations } from "@agenda-engine/core/services/Invitations"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Locations } from "@agenda-engine/core/services/Locations"
import { LocationSets } from "@agenda-engine/core/services/LocationSets"
import { Members } from "@agenda-engine/core/services/Members"
import { Networks } from "@agenda-engine/core/services/Networks"
import { Removals } from "@agenda-engine/core/services/Removals"
import { Users } from "@agenda-engine/core/services/Users"
import * as Effect from "effect/Effect"
import { type Promised, promised, type Run } from "./promised.js"
import { type PromisedAgendas, promisedAgendas } from "./PromisedAgendas.js"
import { type PromisedEvents, promisedEvents } from "./PromisedEvents.js"

/** `Access` with promises. `authorize` keeps the type of its operation. */
export interface PromisedAccess extends Pick<Promised<Access["Type"]>, "identify" | "requestToken"> {
  /** As `Access.authorize`. */
  readonly authorize: <O extends Operation>(
    caller: Caller,
    agenda: AgendaRef,
    operation: O,
    event?: EventRef
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
  readonly invitations: Promised<Invitations["Type"]>
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
    invitations: promised(Invitations, run),
    keys: promised(Keys, run),
    locations: promised(Locations, run),
    locationSets: promised(LocationSets, run),
    members: promised(Members, run),
    networks: promised(Networks, run),
    removals: promised(Removals, run),
    users: promised(Users, run)
  }
}
