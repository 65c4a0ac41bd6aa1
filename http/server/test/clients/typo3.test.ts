import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { at } from "../../../test/world/at.js"
import { TestWorld } from "../world/TestWorld.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { Keywords, Multilingual, readAs, Text, Timing } from "./readAs.js"

/** What its templates show of an event. */
const Shown = Schema.Struct({
  uid: Schema.Int,
  slug: Text,
  title: Multilingual,
  description: Multilingual,
  country: Schema.Struct({ fr: Text }),
  dateRange: Multilingual,
  longDescription: Multilingual,
  keywords: Keywords,
  conditions: Multilingual,
  imageCredits: Text,
  image: Schema.Struct({ base: Text, filename: Text }),
  timings: Schema.NonEmptyArray(Timing),
  location: Schema.Struct({ city: Text, address: Text, timezone: Text, latitude: Schema.Number, longitude: Schema.Number })
})

const Page = Schema.Struct({ total: Schema.Int, events: Schema.Array(Schema.Struct({ uid: Schema.Int, slug: Text })) })

layer(ClientsWorld.layer, { excludeTestServices: true })("openagenda (TYPO3)", (it) => {
  const asking = (path: string) =>
    Effect.flatMap(
      TestWorld,
      ({ credentials, send }) => send(`${town}${path}`, { headers: { ...credentials.agendaKey, accept: "application/json" } })
    )

  it.effect("lists events with the query of its page, unknown names in it", () =>
    Effect.gen(function*() {
      const { events } = yield* ClientsWorld
      const query = [
        "tx_openagenda_agenda%5Baction%5D=agenda&tx_openagenda_agenda%5Bpage%5D=1&cHash=0a1b2c",
        "relative%5B0%5D=current&relative%5B1%5D=upcoming&detailed=1&from=0&size=20",
        "longDescriptionFormat=HTMLWithEmbeds&includeLabels=1"
      ].join("&")
      const answer = yield* asking(`/events?${query}`)
      const page = readAs(answer, Page)
      expect([page.total, page.events[0]?.uid]).toEqual([3, events.concert])
      Schema.decodeUnknownSync(Shown)(at(answer.body, "events", 0))
    }))

  it.effect("reads the fields of its filters from the agenda", () =>
    Effect.gen(function*() {
      const Agenda = Schema.Struct({ schema: Schema.Struct({ fields: Schema.NonEmptyArray(Schema.Struct({ field: Text })) }) })
      expect(readAs(yield* asking(""), Agenda).schema.fields).toContainEqual({ field: "categorie" })
    }))

  it.effect("shows an event by its uid and slug, between its neighbours", () =>
    Effect.gen(function*() {
      const { events } = yield* ClientsWorld
      const single = yield* asking(`/events/${events.concert}?includeLabels=1&detailed=1`)
      const { event } = readAs(single, Schema.Struct({ event: Shown }))
      const format = "longDescriptionFormat=HTML&includeLabels=1"
      const found = readAs(yield* asking(`/events?slug=${event.slug}&detailed=1&${format}`), Schema.Struct({ events: Schema.Tuple(Shown) }))
      expect(found.events[0].longDescription.fr).toContain("<strong>soir</strong>")
      const three = readAs(yield* asking(`/events?detailed=1&from=0&size=3&${format}`), Page)
      expect(three.events).toHaveLength(3)
    }))
})
