import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Caller } from "../../domain/access/Credential.js"
import { suggest } from "../../search/suggest.js"
import type { Agendas } from "../Agendas.js"

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
