import * as Effect from "effect/Effect"
import type { Caller } from "../../../src/domain/access/Credential.js"
import type { EventQuery } from "../../../src/query/event/EventQuery.js"
import type { EventView, wholeEvent } from "../../../src/query/event/EventView.js"
import type { EventRef } from "../../../src/record/EventRecord.js"
import { authorized } from "../../../src/services/Access.js"
import { Events } from "../../../src/services/Events.js"
import { Locations } from "../../../src/services/Locations.js"

type AgendaRef = Parameters<typeof authorized>[1]

/** The arguments of a method behind the authorization. */
type Rest<Method extends (by: never, ...rest: never) => unknown> = Method extends (by: never, ...rest: infer Others) => unknown ? Others
  : never

/** The events of an agenda as a caller reads and writes them, authorized at each call. */
export const eventsAs = (caller: Caller, agenda: AgendaRef) => {
  type Service = Events["Type"]
  const reading = <A, E>(use: (events: Service, by: Parameters<Service["list"]>[0]) => Effect.Effect<A, E>) =>
    Effect.flatMap(Events, (events) => authorized(caller, agenda, "events:read", (by) => use(events, by)))
  const writing = <A, E>(use: (events: Service, by: Parameters<Service["create"]>[0]) => Effect.Effect<A, E>) =>
    Effect.flatMap(Events, (events) => authorized(caller, agenda, "events:write", (by) => use(events, by)))
  return {
    list: <Query extends EventQuery>(query: Query) => reading((events, by) => events.list(by, query)),
    get: <View extends EventView = typeof wholeEvent>(ref: EventRef, view?: View) => reading((events, by) => events.get(by, ref, view)),
    create: (...rest: Rest<Service["create"]>) => writing((events, by) => events.create(by, ...rest)),
    replace: (...rest: Rest<Service["replace"]>) => writing((events, by) => events.replace(by, ...rest)),
    patch: (...rest: Rest<Service["patch"]>) => writing((events, by) => events.patch(by, ...rest)),
    upsert: (...rest: Rest<Service["upsert"]>) => writing((events, by) => events.upsert(by, ...rest)),
    restore: (...rest: Rest<Service["restore"]>) => writing((events, by) => events.restore(by, ...rest)),
    remove: (...rest: Rest<Service["remove"]>) => writing((events, by) => events.remove(by, ...rest)),
    patchAvailability: (...rest: Rest<Service["patchAvailability"]>) => writing((events, by) => events.patchAvailability(by, ...rest))
  }
}

/** The locations of an agenda as a caller reads and writes them, authorized at each call. */
export const locationsAs = (caller: Caller, agenda: AgendaRef) => {
  type Service = Locations["Type"]
  const reading = <A, E>(use: (locations: Service, by: Parameters<Service["list"]>[0]) => Effect.Effect<A, E>) =>
    Effect.flatMap(Locations, (locations) => authorized(caller, agenda, "locations:read", (by) => use(locations, by)))
  const writing = <A, E>(use: (locations: Service, by: Parameters<Service["create"]>[0]) => Effect.Effect<A, E>) =>
    Effect.flatMap(Locations, (locations) => authorized(caller, agenda, "locations:write", (by) => use(locations, by)))
  return {
    list: (...rest: Rest<Service["list"]>) => reading((locations, by) => locations.list(by, ...rest)),
    get: (...rest: Rest<Service["get"]>) => reading((locations, by) => locations.get(by, ...rest)),
    create: (...rest: Rest<Service["create"]>) => writing((locations, by) => locations.create(by, ...rest)),
    replace: (...rest: Rest<Service["replace"]>) => writing((locations, by) => locations.replace(by, ...rest)),
    patch: (...rest: Rest<Service["patch"]>) => writing((locations, by) => locations.patch(by, ...rest)),
    upsert: (...rest: Rest<Service["upsert"]>) => writing((locations, by) => locations.upsert(by, ...rest)),
    remove: (...rest: Rest<Service["remove"]>) => writing((locations, by) => locations.remove(by, ...rest))
  }
}
