import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { agendas, worldNow } from "../../world/World.js"

/** Slots of the largest event. */
export const slots_max = 800

export const hour = 3_600_000
export const day = 24 * hour

/** Numbers that are the same in each run. */
const drawing = () => {
  let state = 7
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

export const letters = "abcdefghijklmnopqrstuvwxyz"

/** Lines of an import into the main agenda: so many events, of which the first has as many slots as there may be. */
export const eventLines = function*(count: number): Generator<string> {
  const below = drawing()
  const word = () => Array.from({ length: 3 + below(6) }, () => letters[below(26)]).join("")
  const vocabulary = Array.from({ length: 3_000 }, word)
  const text = (words: number) => Array.from({ length: words }, () => vocabulary[below(vocabulary.length)]).join(" ")
  const timingsOf = (count: number) => {
    const first = worldNow + (below(300) - 150) * day
    return Array.from({ length: count }, (_, index) => ({
      id: String(index).padStart(5, "0"),
      begin: formatUtc(first + index * day),
      end: formatUtc(first + index * day + hour)
    }))
  }
  for (let index = 0; index < count; index++) {
    const timings = timingsOf(index === 0 ? slots_max : 1 + below(6))
    const tickets = {
      offers: [{ provider: "billetweb", currency: "EUR", tiers: [{ label: { fr: "Plein" }, priceCents: 1_200 }] }],
      availability: Object.fromEntries(
        timings.map(({ id }) => [id, { billetweb: { syncedAt: formatUtc(worldNow), remaining: below(40), lowStockThreshold: 5 } }])
      )
    }
    yield JSON.stringify({
      kind: "event",
      agendaUid: agendas.main,
      extId: { key: "place", value: `${index}` },
      ...(index % 10 === 0 ? tickets : {}),
      data: {
        slug: `event-${index}`,
        title: { fr: text(6), en: text(6) },
        description: { fr: text(15) },
        longDescription: { fr: `**${text(3)}** ${text(80)}\n\n- ${text(5)}\n- ${text(5)}\n\n${text(40)}` },
        keywords: { fr: [text(1), text(1)] },
        attendanceMode: 2,
        onlineAccessLink: "https://example.org/live",
        status: 1,
        state: 2,
        timezone: "Europe/Paris",
        timings
      }
    })
  }
}
