import type { AgendaPlan } from "@agenda-engine/core/query/agenda/AgendaPlan"
import type { LocationPlan } from "@agenda-engine/core/query/location/LocationPlan"

/** The first page of all locations of agenda 1 and of set 5, newest first. */
export const everyLocation: LocationPlan = {
  agendaUid: 1,
  setUid: 5,
  words: [],
  states: null,
  createdAt: null,
  updatedAt: null,
  sort: { key: "createdAt", direction: "desc" },
  after: null,
  skip: 0,
  limit: 20
}

/** The first page of all agendas, by uid. */
export const everyAgenda: AgendaPlan = {
  uids: null,
  slugs: null,
  official: null,
  networkUids: null,
  locationSetUids: null,
  updatedAt: null,
  words: [],
  sort: "uid",
  recent: { gte: 0, lte: 1 },
  after: null,
  limit: 20
}
