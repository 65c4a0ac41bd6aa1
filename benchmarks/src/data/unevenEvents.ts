import type { DataOptions } from "./Dataset.js"
import { makeDraw } from "./Draw.js"
import { agendaUid, eventBody, imported_events, plainEvents } from "./plainEvents.js"

/** As many as can be imported in a minute or two: most are in one agenda, and most agendas have few. */
const sizes = [300, 100, 50, ...Array.from({ length: 17 }, () => 20)]
const uids_from = 1_100_001
const locationUids_from = 2_200_001

const smallAgendas = sizes.map((events, place) => ({ events, uid: uids_from + place, locationUid: locationUids_from + place }))

/** All events of the agendas. */
export const uneven_events = sizes.reduce((sum, events) => sum + events, imported_events)

/** The agendas, the largest first. */
export const unevenAgendas: ReadonlyArray<number> = [agendaUid, ...smallAgendas.map(({ uid }) => uid)]

/** Agendas of very different sizes, few enough events to be imported anew by each run: lines of an import, not yet written as text. */
export function* unevenEvents({ around, seed }: Pick<DataOptions, "around" | "seed">): Generator<object> {
  yield* plainEvents({ dataset: "small", agendas: "all", events: imported_events, ticketed: 0, seed, around })
  const draw = makeDraw(seed + 2)
  for (const { events, locationUid, uid } of smallAgendas) {
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
    for (let index = 0; index < events; index++) {
      yield {
        kind: "event",
        agendaUid: uid,
        extId: { key: "benchmark", value: `${index}` },
        data: { ...eventBody(draw, index, around), locationUid }
      }
    }
  }
}
