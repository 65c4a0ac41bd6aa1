import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import type { Send } from "../answer/Answer.js"
import { at } from "../answer/at.js"
import type { Credential } from "./HttpTarget.js"
import type { SendFailure } from "./SendFailure.js"

const collection = /^\/v2\/agendas\/(\d+)\/(event|location)s/

/** The path of the event or location that an answer shows; null: it shows none. */
const pathOf = (path: string, body: unknown): string | null => {
  const [list, , kind = ""] = collection.exec(path) ?? []
  const uid = at(body, kind, "uid")
  return list === undefined || typeof uid !== "number" ? null : `${list}/${uid}`
}

/**
 * Sends requests, and keeps the paths of the events and locations that they created. `removeAll` removes those that are
 * still there, the events before the locations that they use.
 */
export const trackCreated = (send: Send<SendFailure>) =>
  Effect.map(Ref.make<ReadonlySet<string>>(new Set()), (created) => {
    const tracking: Send<SendFailure> = (path, call) =>
      Effect.tap(send(path, call), ({ body, status }) => {
        const found = call?.method === undefined || status > 299 ? null : pathOf(path, body)
        if (found === null) return Effect.void
        return Ref.update(created, (paths) => {
          const others = [...paths].filter((other) => other !== found)
          return new Set(call?.method === "DELETE" ? others : [...others, found])
        })
      })
    const removeAll = (remove: Send<SendFailure>, tokenFor: (agenda: number) => Credential): Effect.Effect<void> =>
      Effect.flatMap(Ref.get(created), (paths) =>
        Effect.forEach(
          [...paths].toSorted(), // "…/events/…" before "…/locations/…"
          (path) => Effect.ignore(remove(path, { method: "DELETE", headers: tokenFor(Number(collection.exec(path)?.[1])) })),
          { discard: true }
        ))
    return { send: tracking, removeAll }
  })
