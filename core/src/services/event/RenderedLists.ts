import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { EventList } from "../../contract/EventResult.js"
import type { Forbidden, Invalid, NotFound, StoreError } from "../../domain/error/EngineError.js"
import { heapBytes } from "../../domain/heapBytes.js"
import { LruCache } from "../../domain/LruCache.js"
import { CurrentImageBase } from "../../domain/media/Image.js"
import type { JsonObject } from "../../domain/text/Json.js"
import { withReference } from "../../domain/withService.js"
import { withSpanIfTraced } from "../../domain/withSpanIfTraced.js"
import { eventListPieces } from "../../present/presentEventList.js"
import type { EventQuery } from "../../query/event/EventQuery.js"
import type { SearchResult } from "../../query/event/QueryPlan.js"
import { mapInSlices } from "../../schedule/timeSlices.js"
import type { Authorization } from "../Access.js"
import { type ListPorts, listWith } from "./listEvents.js"

/** A list of events as JSON (wire.md §1). It is the same object as long as it is cached. */
export interface RenderedList {
  readonly text: string
  /** The uids of its events; null when a change of any other event may change the list, too. */
  readonly shown: ReadonlyArray<number> | null
}

/** Renderings of all agendas, in bytes: text, body and compressed body of each. */
const renderings_bytes_max = 16 * 1_024 * 1_024
const bytesOf = ({ text }: RenderedList): number => heapBytes(text) + 2 * text.length

/** Larger lists are not cached, in bytes. */
const rendering_bytes_max = 4 * 1_024 * 1_024

/** Writes a list in slices, event by event: a large one has megabytes, and the lengths of events differ much. */
export const renderList = (list: EventList<JsonObject>, shown: RenderedList["shown"] = null): Effect.Effect<RenderedList> =>
  Effect.map(mapInSlices(list.events, eventListPieces.event), (events) => ({
    text: `${eventListPieces.first(list)}${events.join()}${eventListPieces.last(list)}`,
    shown
  }))

/** A rendering, and the result of the store that it shows. */
interface Kept {
  readonly result: SearchResult
  readonly rendered: RenderedList
}

/**
 * Cache of the JSON of event lists. Callers with the same rights and query share an entry. An entry is valid while
 * `SearchCache` keeps the search result that it shows.
 */
export class RenderedLists extends Context.Tag("@agenda-engine/core/services/event/RenderedLists")<RenderedLists, {
  /** `Events.list` as JSON. */
  readonly list: (
    authorization: Authorization<"events:read">,
    query: EventQuery
  ) => Effect.Effect<RenderedList, Invalid | Forbidden | NotFound | StoreError>
}>() {
  /** Lists by the ports of events. */
  static readonly layer: Layer.Layer<RenderedLists, never, ListPorts> = Layer.effect(RenderedLists, Effect.suspend(() => make))
}

/** Everything but stored data that the rendering of a page depends on: filters by unknown fields are ignored. */
const keyOf = (
  { agenda, moderates, privileged, role }: Authorization,
  { additional = [], filter: { fields, ...filter }, ...query }: EventQuery,
  imageBase: string
): string => {
  const known = fields === undefined ? [] : additional.flatMap(({ field }) => Object.hasOwn(fields, field) ? [[field, fields[field]]] : [])
  return JSON.stringify([agenda.uid, role, moderates, privileged, imageBase, query, filter, known])
}

const make = Effect.gen(function*() {
  const ports = yield* Effect.context<ListPorts>()
  const renderings = new LruCache<Kept>(renderings_bytes_max)

  return RenderedLists.of({
    list: (authorization, query) =>
      withSpanIfTraced("Events.list")(listWith(ports, authorization, query, ({ presenting, result, shown, viewed }) => {
        const rendering = Effect.flatMap(presenting, (list) => renderList(list, shown))
        // Explanations are as of the current instant.
        if (result === null || query.explain === true) return rendering
        return withReference(CurrentImageBase, (imageBase) => {
          const key = keyOf(authorization, viewed, imageBase)
          const kept = renderings.get(key)
          return kept?.result === result ? Effect.succeed(kept.rendered) : Effect.tap(rendering, (rendered) => {
            const bytes = heapBytes(key) + bytesOf(rendered)
            if (bytes <= rendering_bytes_max) renderings.set(key, { result, rendered }, bytes)
          })
        })
      }))
  })
})
