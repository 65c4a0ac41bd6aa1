import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Caller } from "../../domain/access/Credential.js"
import type { PublishedEvent } from "../../domain/publication/PublishedEvent.js"
import { EventQuery } from "../../query/event/EventQuery.js"
import { type FoundTexts, suggest } from "../../search/suggest.js"
import type { Authorization } from "../Access.js"
import type { Agendas } from "../Agendas.js"
import type { PublishedEvents } from "../PublishedEvents.js"

/** The number of best events whose texts are suggested. */
const events_max = 50

const textsOf = ({ event, location }: PublishedEvent): FoundTexts => ({
  titles: Object.values(event.title),
  keywords: Object.values(event.keywords).flat(),
  places: location === null ? [] : [location.name, ...(location.adminLevel4 === null ? [] : [location.adminLevel4])],
  descriptions: Object.values(event.description)
})

/**
 * Up to `size` searches that complete one in an agenda. They are made of the texts of the best published events that it
 * finds, so that each leads to an event that the caller may see. `Invalid`: too many words.
 */
export const suggestEvents = (
  publications: Pick<Context.Tag.Service<PublishedEvents>, "page">,
  authorization: Authorization<"events:read">,
  search: string,
  size: number
) =>
  Effect.map(
    publications.page(authorization, EventQuery.make({ search, size: events_max })),
    ({ events }) => suggest(search, events.map(textsOf), size)
  )

/** The number of best agendas whose titles are suggested. */
const agendas_max = 50

/** Up to `size` searches that complete one of agendas, made of the titles of the best that it finds. */
export const suggestAgendas = (agendas: Pick<Context.Tag.Service<Agendas>, "search">, caller: Caller, search: string, size: number) =>
  Effect.map(agendas.search(caller, { search, size: agendas_max, fields: ["title"] }), (found) =>
    suggest(
      search,
      found.agendas.map(({ title }) => ({
        titles: typeof title === "string" ? [title] : [],
        keywords: [],
        places: [],
        descriptions: []
      })),
      size
    ))
