import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestWorld } from "../world/TestWorld.js"
import { agendas } from "../world/World.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { Accessibility, Age, Image, Keywords, Multilingual, readAs, Registration, Text, Timing, UtcInstant } from "./readAs.js"

const success = { success: Schema.Literal(true) }

/** Its classes are strict: a value of another type loses the whole answer. */
const LocationData = Schema.Struct({
  uid: Schema.Int,
  name: Text,
  address: Text,
  access: Multilingual,
  description: Multilingual,
  image: Schema.NullOr(Text),
  imageCredits: Text,
  slug: Text,
  setUid: Schema.NullOr(Schema.Int),
  city: Text,
  department: Text,
  region: Text,
  district: Text,
  postalCode: Text,
  insee: Text,
  countryCode: Text,
  latitude: Schema.Number,
  longitude: Schema.Number,
  createdAt: UtcInstant,
  updatedAt: UtcInstant,
  website: Text,
  email: Text,
  phone: Text,
  links: Schema.NonEmptyArray(Text),
  timezone: Text,
  extId: Text,
  state: Schema.Int
})

const EventData = Schema.Struct({
  uid: Schema.Int,
  title: Multilingual,
  description: Multilingual,
  longDescription: Multilingual,
  conditions: Multilingual,
  keywords: Keywords,
  image: Image,
  imageCredits: Text,
  registration: Registration,
  accessibility: Accessibility,
  timings: Schema.NonEmptyArray(Timing),
  age: Age,
  locationUid: Schema.Int,
  attendanceMode: Schema.Int,
  links: Schema.NonEmptyArray(Schema.Struct({ link: Text })),
  timezone: Text,
  state: Schema.Int,
  createdAt: UtcInstant,
  updatedAt: UtcInstant,
  location: LocationData,
  slug: Text,
  originAgenda: Schema.Struct({ uid: Schema.Int, slug: Text, title: Text })
})

layer(ClientsWorld.layer, { excludeTestServices: true })("plugin-openagenda (Lutece)", (it) => {
  const asking = (path: string, query: string) =>
    Effect.flatMap(TestWorld, ({ credentials, send }) => send(`${path}?key=${credentials.moderatorKey.key}${query}`))

  it.effect("lists the agendas of the account", () =>
    Effect.gen(function*() {
      const Mine = Schema.Struct({ uid: Schema.Int, slug: Text, title: Text, member: Schema.Struct({ uid: Schema.Int, role: Text }) })
      const answer = yield* asking("/v2/me/agendas", "&limit=100&after=0")
      const { items } = readAs(answer, Schema.Struct({ ...success, items: Schema.Tuple(Mine) }))
      expect(items[0].uid).toBe(agendas.main)
    }))

  it.effect("lists events by each of its filters, and reads one", () =>
    Effect.gen(function*() {
      const { events } = yield* ClientsWorld
      const query = [
        "&detailed=1&city=Quimper&department=Finist%C3%A8re&region=Bretagne&timings%5Bgte%5D=2025-06-01&timings%5Blte%5D=2025-08-01",
        "&updatedAt%5Bgte%5D=2025-06-01&updatedAt%5Blte%5D=2025-06-30&search=concert&slug=concert-aux-halles",
        `&featured=1&relative=upcoming&state=2&uid=${events.concert}`
      ].join("")
      readAs(yield* asking(`${town}/events`, query), Schema.Struct({ ...success, events: Schema.Tuple(EventData) }))
      readAs(yield* asking(`${town}/events/${events.concert}`, ""), Schema.Struct({ ...success, event: EventData }))
    }))

  it.effect("lists locations, and reads one", () =>
    Effect.gen(function*() {
      const { hall } = yield* ClientsWorld
      readAs(yield* asking(`${town}/locations`, ""), Schema.Struct({ ...success, locations: Schema.Tuple(LocationData) }))
      readAs(yield* asking(`${town}/locations/${hall}`, ""), Schema.Struct({ ...success, location: LocationData }))
    }))
})
