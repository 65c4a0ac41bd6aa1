import type { DataOptions } from "./DataOptions.js"
import { makeDraw } from "./Draw.js"
import type { EventCopy } from "./multiplyEvents.js"
import { imported_events } from "./plainEvents.js"

/** An agenda beside the one that most events are in, and the place of its events. */
export interface UnevenAgenda {
  readonly uid: number
  readonly events: number
  readonly locationUid: number
}

/** Most have few events. */
const sizes = [300, 100, 50, ...Array.from({ length: 17 }, () => 20)]
const uids_from = 1_100_001
const locationUids_from = 2_200_001
const moved_days = 90

/** Agendas of very different sizes, the largest first. */
export const unevenAgendas: ReadonlyArray<UnevenAgenda> = sizes.map((events, index) => ({
  uid: uids_from + index,
  events,
  locationUid: locationUids_from + index
}))

/**
 * These agendas and their places: lines of an import, not yet written as text. Their events come from `unevenCopies`.
 */
export function* unevenLines(): Generator<object> {
  for (const { locationUid, uid } of unevenAgendas) {
    yield { kind: "agenda", uid, title: `Agenda ${uid}`, slug: `agenda-${uid}`, official: false }
    yield {
      kind: "location",
      uid: locationUid,
      agendaUid: uid,
      name: "La petite salle",
      address: "1 place du Marché",
      countryCode: "FR",
      adminLevel4: "Lille",
      latitude: 50.63,
      longitude: 3.06,
      timezone: "Europe/Paris"
    }
  }
}

/** All events of these agendas, which are copies of the imported ones. */
export function* unevenCopies({ events: imported, seed }: DataOptions): Generator<EventCopy> {
  const draw = makeDraw(seed + 2)
  for (const { events, locationUid, uid } of unevenAgendas) {
    for (let index = 0; index < events; index++) {
      yield {
        agendaUid: uid,
        of: `${draw.below(Math.min(imported, imported_events))}`,
        extId: `${index}`,
        locationUid,
        laterBy_days: draw.between(-moved_days, moved_days)
      }
    }
  }
}
