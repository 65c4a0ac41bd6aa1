import { Members } from "@agenda-engine/core/services/Members"
import { Users } from "@agenda-engine/core/services/Users"
import * as Effect from "effect/Effect"
import { locationBody } from "../../../../test/world/bodies.js"
import { agendas } from "../../world/World.js"
import { letters } from "./manyEvents.js"

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)

/** Lines of an import: so many locations of the main agenda, each with all that may be long of one. */
export const locationLines = (count: number): ReadonlyArray<string> =>
  numbers(count).map((index) => {
    const letter = letters[index % letters.length] ?? ""
    return JSON.stringify({
      ...locationBody,
      kind: "location",
      uid: 1_000_000 + index,
      agendaUid: agendas.main,
      name: `Salle ${letter}`,
      address: `accès ${index}`,
      description: { fr: `${letter}accès `.repeat(200), en: `${letter}access `.repeat(200) },
      access: { fr: "À gauche ".repeat(100) },
      tags: []
    })
  })

/** Lines of an import: so many agendas, of which the owner of the import becomes a member. */
export const agendaLines = (count: number): ReadonlyArray<string> =>
  numbers(count).map((index) => JSON.stringify({ kind: "agenda", uid: 2_000_000 + index, title: `Village ${index}` }))

/** Adds so many contributors to the main agenda. */
export const addContributors = (count: number) =>
  Effect.forEach(numbers(count), (index) =>
    Effect.gen(function*() {
      const { uid } = yield* (yield* Users).create({ name: `Contributor ${index}`, email: `contributor-${index}@example.org` })
      yield* (yield* Members).add(agendas.main, uid, "contributor")
    }), { discard: true })
