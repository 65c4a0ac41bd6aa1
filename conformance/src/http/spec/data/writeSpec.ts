import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { at, instantOf } from "../../answer/Answer.js"
import { type AgendaName, specNow } from "./specAgendas.js"
import { specEvents } from "./specEvents.js"
import { specPlaces } from "./specPlaces.js"

/** Where the sample data is written, and how. */
export interface SpecTarget<E> {
  /** Sends a write that must succeed; answers its body. */
  readonly write: (agenda: AgendaName, path: string, method: string, body?: unknown) => Effect.Effect<unknown, E>
  /** The agendas that are written to. */
  readonly agendas: ReadonlyArray<AgendaName>
  /** What slugs, external ids and names of locations end with. */
  readonly tag: string
  /** How far slots are moved, milliseconds. */
  readonly moved_ms: number
}

const moved = (timings: unknown, by_ms: number): unknown =>
  (Array.isArray(timings) ? timings : []).map((slot: unknown) => {
    const shift = (edge: string) => {
      const instant = instantOf(at(slot, edge))
      // What is about to begin would begin during the run.
      const late_ms = instant > specNow && instant < specNow + 60_000 ? 1_200_000 : 0
      return DateTime.formatIso(DateTime.unsafeMake(instant + late_ms + by_ms))
    }
    return { begin: shift("begin"), end: shift("end") }
  })

const tagged = (body: object, tag: string): object => Object(JSON.parse(JSON.stringify(body).replaceAll("{tag}", tag)))

/** Writes the locations; answers their uids by name. */
export const writePlaces = <E>({ agendas, tag, write }: SpecTarget<E>): Effect.Effect<ReadonlyMap<string, number>, E> =>
  Effect.map(
    Effect.forEach(Object.entries(specPlaces).filter(([, { agenda }]) => agendas.includes(agenda)), ([name, { agenda, body }]) =>
      Effect.map(
        write(agenda, "/locations", "POST", tagged(body, tag)),
        (answer) => [name, Number(at(answer, "location", "uid"))] as const
      )),
    (uids) => new Map(uids)
  )

/** Writes the events at these locations; answers their uids by name. */
export const writeEvents = <E>(
  { agendas, moved_ms, tag, write }: SpecTarget<E>,
  places: ReadonlyMap<string, number>
): Effect.Effect<ReadonlyMap<string, number>, E> =>
  Effect.map(
    Effect.forEach(
      Object.entries(specEvents).filter(([, { agenda }]) => agendas.includes(agenda)),
      ([name, { agenda, fields, place }]) => {
        const where = place === null
          ? { attendanceMode: 2, onlineAccessLink: "https://example.org/live" }
          : { locationUid: places.get(place) }
        const timings = moved_ms === 0 ? fields["timings"] : moved(fields["timings"], moved_ms)
        const body = tagged({ ...where, slug: `${name}{tag}`, ...fields, timings }, tag)
        return Effect.map(
          write(agenda, `/events/ext/spec/${name}${tag}`, "PUT", body),
          (answer) => [name, Number(at(answer, "event", "uid"))] as const
        )
      }
    ),
    (uids) => new Map(uids)
  )

/** Changes one of the written events, removes two and withdraws one. */
export const changeEvents = <E>({ tag, write }: SpecTarget<E>): Effect.Effect<void, E> =>
  Effect.gen(function*() {
    yield* write("main", `/events/ext/spec/english${tag}`, "PATCH", { conditions: { en: "Free entry" } })
    yield* write("main", `/events/ext/spec/gone${tag}`, "DELETE")
    yield* write("main", `/events/ext/spec/withdrawn${tag}`, "PATCH", { state: 0 })
    yield* write("main", `/events/ext/spec/never${tag}`, "DELETE")
  })
