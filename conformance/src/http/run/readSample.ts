import * as Effect from "effect/Effect"
import { ConformanceFailure } from "../../ConformanceFailure.js"
import type { Send } from "../answer/Answer.js"
import { at } from "../answer/at.js"
import { itemsOf } from "../spec/SpecCase.js"
import type { Credential, Sample } from "./HttpTarget.js"
import type { SendFailure } from "./SendFailure.js"

const pageSize = 100
const pages_max = 6

/**
 * Reads the first 600 events of an agenda, or those of a scope, in the detailed form. It does so by offset: cursors are
 * for cases to check.
 */
export const readSample = (
  send: Send<SendFailure>,
  key: Credential,
  agenda: number,
  scope: string
): Effect.Effect<Sample, ConformanceFailure | SendFailure> =>
  Effect.gen(function*() {
    const events: Array<unknown> = []
    for (let index = 0; index < pages_max; index++) {
      const path = `/v2/agendas/${agenda}/events?detailed=1&sort=timings.asc&size=${pageSize}&from=${index * pageSize}${
        scope === "" ? "" : `&${scope}`
      }`
      const answer = yield* send(path, { headers: key })
      const total = Number(at(answer.body, "total"))
      if (answer.status !== 200) {
        return yield* new ConformanceFailure({
          what: `GET ${path}`,
          expected: "status 200",
          actual: `${answer.status} ${answer.text.slice(0, 300)}`
        })
      }
      const found = itemsOf(answer.body, "events")
      events.push(...found)
      if (found.length < pageSize) return { events, total }
    }
    return { events, total: events.length }
  })

const tried_max = 10

/** Chooses the agenda to read among the first that the search returns: the one with the most events. Null: none. */
export const chooseAgenda = (send: Send<SendFailure>, key: Credential): Effect.Effect<number | null, SendFailure> =>
  Effect.gen(function*() {
    const { body } = yield* send(`/v2/agendas?sort=recentlyAddedEvents.desc&size=${tried_max}&includeFields[]=uid`, { headers: key })
    const counted = yield* Effect.forEach(itemsOf(body, "agendas"), (agenda) => {
      const uid = Number(at(agenda, "uid"))
      return Effect.map(
        send(`/v2/agendas/${uid}/events?size=0`, { headers: key }),
        ({ body }) => ({ uid, total: Number(at(body, "total")) })
      )
    })
    return counted.toSorted((one, other) => other.total - one.total)[0]?.uid ?? null
  })
