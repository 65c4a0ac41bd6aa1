import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import sharp from "sharp"
import { formOf } from "../world/formOf.js"
import { TestWorld } from "../world/TestWorld.js"
import { agendas } from "../world/World.js"
import { ClientsWorld, town } from "./ClientsWorld.js"
import { Accessibility, Age, Image, Keywords, Multilingual, readAs, Registration, Text, Timing, UtcInstant } from "./readAs.js"

const success = { success: Schema.Literal(true) }

const EventEntity = Schema.Struct({
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
  attendanceMode: Schema.Literal(1, 2, 3),
  status: Schema.Literal(1, 2, 3, 4, 5, 6),
  state: Schema.Literal(-1, 0, 1, 2),
  createdAt: UtcInstant,
  updatedAt: UtcInstant
})

const LocationEntity = Schema.Struct({
  uid: Schema.Int,
  name: Text,
  address: Text,
  countryCode: Schema.Literal("FR"),
  state: Schema.Literal(0, 1),
  description: Multilingual,
  access: Multilingual,
  website: Text,
  email: Text,
  phone: Text,
  links: Schema.NonEmptyArray(Text),
  imageCredits: Text,
  region: Text,
  department: Text,
  district: Text,
  city: Text,
  postalCode: Text,
  insee: Text,
  latitude: Schema.Number,
  longitude: Schema.Number,
  timezone: Text,
  extId: Text,
  createdAt: UtcInstant,
  updatedAt: UtcInstant
})

const Uid = Schema.Struct({ uid: Schema.Int })
const OneEvent = Schema.Struct({ ...success, event: Uid })
const OneLocation = Schema.Struct({ ...success, location: Uid })

layer(ClientsWorld.layer, { excludeTestServices: true })("openagenda/api-sdk", (it) => {
  const asking = (path: string, method = "GET") =>
    Effect.flatMap(
      TestWorld,
      ({ credentials, send }) => send(path, { method, headers: { ...credentials.moderatorKey, accept: "application/json" } })
    )

  const writing = Effect.gen(function*() {
    const { secrets, send } = yield* TestWorld
    const body = { grant_type: "authorization_code", code: secrets.administrator }
    const token = yield* send("/v2/requestAccessToken", { method: "POST", body })
    const { access_token } = readAs(token, Schema.Struct({ access_token: Text, expires_in: Schema.Positive }))
    const headers = { "access-token": access_token, nonce: "175000000000000", accept: "application/json" }
    return (method: string, path: string, body?: object) => send(path, { method, headers, ...(body === undefined ? {} : { body }) })
  })

  it.effect("asks by HEAD whether something exists", () =>
    Effect.gen(function*() {
      const { events, hall } = yield* ClientsWorld
      const paths = [town, `${town}/events/${events.film}`, `${town}/locations/${hall}`, `${town}/locations/ext/hall-1`]
      for (const path of paths) expect([path, (yield* asking(path, "HEAD")).status]).toEqual([path, 200])
      for (const path of ["/v2/agendas/999", `${town}/events/999`, `${town}/locations/999`, `${town}/locations/ext/none`]) {
        expect([path, (yield* asking(path, "HEAD")).status]).toEqual([path, 404])
      }
    }))

  it.effect("searches agendas, lists those of the user and reads one", () =>
    Effect.gen(function*() {
      const Agenda = Schema.Struct({ uid: Schema.Int, title: Text, slug: Text, official: Schema.Boolean })
      const found = yield* asking("/v2/agendas?size=2&search=ville&official=0&slug%5B0%5D=town-agenda&sort=createdAt.desc")
      expect(readAs(found, Schema.Struct({ ...success, agendas: Schema.Array(Agenda) })).agendas).toHaveLength(1)
      const mine = readAs(yield* asking("/v2/me/agendas?limit=2"), Schema.Struct({ ...success, items: Schema.Array(Uid) }))
      expect(mine.items).toEqual([{ uid: agendas.main }])
      expect(readAs(yield* asking(`${town}?detailed=1`), Agenda).uid).toBe(agendas.main)
    }))

  it.effect("lists events by every filter that it has", () =>
    Effect.gen(function*() {
      const { events, hall } = yield* ClientsWorld
      const query = [
        "detailed=1&longDescriptionFormat=markdown&size=10&includeLabels=0&removed=0&sort=updatedAt.asc",
        "city%5B0%5D=Quimper&department%5B0%5D=Finist%C3%A8re&region=Bretagne&search=concert&featured=1&state=2",
        "timings%5Bgte%5D=2025-06-15T00%3A00%3A00&timings%5Blte%5D=2025-08-01T00%3A00%3A00&updatedAt%5Bgte%5D=2025-01-01T00%3A00%3A00",
        `uid%5B0%5D=${events.concert}&slug=concert-aux-halles&relative%5B0%5D=upcoming&keyword%5B0%5D=concert&locationUid%5B0%5D=${hall}`,
        "geo%5BnorthEast%5D%5Blat%5D=49&geo%5BnorthEast%5D%5Blng%5D=-3&geo%5BsouthWest%5D%5Blat%5D=47&geo%5BsouthWest%5D%5Blng%5D=-5",
        "accessibility%5B0%5D=mi&accessibility%5B1%5D=hi&status%5B0%5D=1&status%5B1%5D=2"
      ].join("&")
      readAs(yield* asking(`${town}/events?${query}`), Schema.Struct({ ...success, events: Schema.Tuple(EventEntity) }))
      const fields = yield* asking(`${town}/events?monolingual=fr&includeFields%5B0%5D=uid&includeFields%5B1%5D=title`)
      readAs(fields, Schema.Struct({ ...success, events: Schema.NonEmptyArray(Schema.Struct({ uid: Schema.Int, title: Text })) }))
      const single = yield* asking(`${town}/events/${events.concert}?longDescriptionFormat=HTML`)
      readAs(single, Schema.Struct({ ...success, event: EventEntity }))
    }))

  it.effect("lists and reads locations", () =>
    Effect.gen(function*() {
      const { hall } = yield* ClientsWorld
      const query =
        "size=5&search=Halles&detailed=1&state=0&createdAt%5Bgte%5D=2025-01-01T00%3A00%3A00&updatedAt%5Blte%5D=2026-01-01T00%3A00%3A00&order=name.asc"
      const listed = yield* asking(`${town}/locations?${query}`)
      readAs(listed, Schema.Struct({ ...success, locations: Schema.Tuple(LocationEntity) }))
      for (const path of [`${town}/locations/${hall}`, `${town}/locations/ext/hall-1`]) {
        readAs(yield* asking(path), Schema.Struct({ ...success, location: LocationEntity }))
      }
    }))

  it.effect("writes events, an image in a form", () =>
    Effect.gen(function*() {
      const { hall } = yield* ClientsWorld
      const { credentials, send } = yield* TestWorld
      const write = yield* writing
      const data = {
        title: { fr: "Rencontre" },
        description: { fr: "Une rencontre" },
        timings: [{ begin: "2025-07-12T10:00:00+02:00", end: "2025-07-12T11:00:00+02:00" }],
        locationUid: hall
      }
      const created = readAs(yield* write("POST", `${town}/events`, data), OneEvent)
      const path = `${town}/events/${created.event.uid}`
      readAs(yield* write("PATCH", path, { uid: created.event.uid, agendaUid: agendas.main, title: { fr: "Grande rencontre" } }), OneEvent)
      const bytes = yield* Effect.promise(() =>
        sharp({ create: { width: 40, height: 30, channels: 3, background: "#999999" } }).png().toBuffer()
      )
      const form = formOf({ imageCredits: "Archives" }, { bytes, filename: "affiche.png", type: "application/octet-stream" })
      const pictured = yield* send(path, { ...form, method: "PATCH", headers: { ...form.headers, ...credentials.moderatorToken } })
      readAs(pictured, Schema.Struct({ ...success, event: Schema.Struct({ image: Image, imageCredits: Text }) }))
      readAs(yield* write("DELETE", path), OneEvent)
    }))

  it.effect("writes locations by uid and by external identifier", () =>
    Effect.gen(function*() {
      const write = yield* writing
      const data = { name: "Jardin", address: "Jardin public, Quimper", countryCode: "FR", extId: "garden-1" }
      const { location } = readAs(yield* write("POST", `${town}/locations`, data), OneLocation)
      readAs(yield* write("PATCH", `${town}/locations/${location.uid}`, { name: "Jardin public" }), OneLocation)
      expect(readAs(yield* write("PATCH", `${town}/locations/ext/garden-1`, { state: 1 }), OneLocation)).toMatchObject({ location })
      readAs(yield* write("DELETE", `${town}/locations/${location.uid}`), OneLocation)
    }))

  it.effect("throws what a refusal says", () =>
    Effect.gen(function*() {
      const write = yield* writing
      const refused = yield* write("POST", `${town}/events`, { title: { fr: "Sans rien" } })
      expect(refused.status).toBe(400)
      Schema.decodeUnknownSync(
        Schema.Struct({ success: Schema.Literal(false), message: Text, errors: Schema.NonEmptyArray(Schema.Unknown) })
      )(refused.body)
    }))
})
