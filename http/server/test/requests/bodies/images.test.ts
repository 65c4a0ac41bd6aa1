import { operator } from "@agenda-engine/core/domain/access/Credential"
import { CurrentLimits, defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { authorized } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import { Images } from "@agenda-engine/core/services/Images"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import sharp from "sharp"
import { at } from "../../../../test/world/at.js"
import { locationBody, onlineBody } from "../../../../test/world/bodies.js"
import { formOf } from "../../world/formOf.js"
import { agendas, make, type World, worldNow } from "../../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`
const locations = `/v2/agendas/${agendas.main}/locations`

const jpeg = (width: number, height: number, background = "#3366cc"): Effect.Effect<Uint8Array> =>
  Effect.promise(() => sharp({ create: { width, height, channels: 3, background } }).jpeg().toBuffer())

type Subject = "event" | "location"

/**
 * Sends as the administrator, a form when there is a file, and answers the event or location; anything but 200 fails.
 */
const writing = ({ credentials, send }: World) => (subject: Subject, method: string, path: string, data: object, file?: Uint8Array) =>
  Effect.gen(function*() {
    const content = file === undefined ? { body: data } : formOf(data, { bytes: file })
    const answer = yield* send(path, { ...content, method, headers: { ...content.headers, ...credentials.administratorToken } })
    expect(answer.status, answer.text).toBe(200)
    expect(at(answer.body, "warnings")).toBeUndefined()
    return { ...Object(at(answer.body, subject)), uid: Number(at(answer.body, subject, "uid")) }
  })

const faultsOf = ({ credentials, send }: World, method: string, path: string, content: ReturnType<typeof formOf>) =>
  Effect.map(
    send(path, { ...content, method, headers: { ...content.headers, ...credentials.administratorToken } }),
    ({ body, status }) => {
      const errors = at(body, "errors")
      const faults = Array.isArray(errors) ? errors.map((error) => `${String(at(error, "code"))} ${String(at(error, "field"))}`) : []
      return { status, faults }
    }
  )

const pathOf = (subject: unknown, ...path: ReadonlyArray<string | number>): string => {
  expect(at(subject, "image", "base")).toBe("https://agenda.example/images/")
  return `/images/${String(at(subject, "image", ...path, "filename"))}`
}

const statusOf = ({ send }: World, path: string) => Effect.map(send(path), ({ status }) => status)

describe("the image of an event", () => {
  it.scopedLive("is rendered from a file, read with its variants, and served as immutable", () =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer)
      const event = yield* writing(world)("event", "POST", events, onlineBody, yield* jpeg(1_400, 900))
      expect(at(event, "image")).toMatchObject({
        size: { width: 700, height: 450 },
        variants: [{ type: "full", size: { width: 1_400, height: 900 } }, { type: "thumbnail", size: { width: 200, height: 200 } }]
      })
      const read = yield* world.send(pathOf(event))
      expect([read.status, read.headers["content-type"], read.headers["x-content-type-options"]]).toEqual([200, "image/jpeg", "nosniff"])
      expect(read.headers["cache-control"]).toBe("public, max-age=31536000, immutable")
      expect(yield* Effect.promise(() => sharp(read.bytes).metadata())).toMatchObject({ format: "jpeg", width: 700, height: 450 })
      for (const variant of [0, 1]) {
        const { bytes } = yield* world.send(pathOf(event, "variants", variant))
        const { height, width } = yield* Effect.promise(() => sharp(bytes).metadata())
        expect({ width, height }).toEqual(at(event, "image", "variants", variant, "size"))
      }
      const head = yield* world.send(pathOf(event), { method: "HEAD" })
      expect([head.status, head.headers["content-length"], head.bytes.length]).toEqual([200, String(read.bytes.length), 0])
      const etag = String(read.headers["etag"])
      expect((yield* world.send(pathOf(event), { headers: { "if-none-match": etag } })).status).toBe(304)
      for (const name of ["a.jpg", "..%2fagenda.db", `${"0".repeat(32)}.jpg`, `${"0".repeat(32)}.png`]) {
        expect(yield* statusOf(world, `/images/${name}`), name).toBe(404)
      }
    }))

  it.scopedLive("is served in sizes within the steps, whichever of its files is named", () =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer)
      const event = yield* writing(world)("event", "POST", events, onlineBody, yield* jpeg(1_400, 900))
      const sizeAt = (query: string, path = pathOf(event)) =>
        Effect.gen(function*() {
          const { bytes, headers, status } = yield* world.send(`${path}?${query}`)
          expect([status, headers["content-type"], headers["cache-control"]], query).toEqual([
            200,
            "image/jpeg",
            "public, max-age=31536000, immutable"
          ])
          const { format, height, width } = yield* Effect.promise(() => sharp(bytes).metadata())
          return `${format} ${width}x${height}`
        })
      const sizes = [
        ["w=300", "jpeg 320x206"],
        ["w=300&fit=cover", "jpeg 320x206"],
        ["h=100", "jpeg 249x160"],
        ["w=300&h=100&fit=inside", "jpeg 249x160"],
        ["w=300&h=300&fit=cover", "jpeg 320x320"],
        ["w=960&h=1000&fit=cover", "jpeg 675x900"],
        ["w=5000", "jpeg 1400x900"],
        // An empty or unknown parameter is none.
        ["w=&h=&fit=&x=1", "jpeg 700x450"],
        ["fit=cover", "jpeg 700x450"]
      ] as const
      for (const [query, size] of sizes) expect([query, yield* sizeAt(query)]).toEqual([query, size])
      for (const variant of [0, 1]) expect(yield* sizeAt("w=300", pathOf(event, "variants", variant))).toBe("jpeg 320x206")

      const path = `${pathOf(event)}?w=300`
      const read = yield* world.send(path)
      const head = yield* world.send(path, { method: "HEAD" })
      expect([head.status, head.headers["content-length"], head.bytes.length]).toEqual([200, String(read.bytes.length), 0])
      const tag = { "if-none-match": String(read.headers["etag"]) }
      expect((yield* world.send(path, { headers: tag })).status).toBe(304)
      expect((yield* world.send(pathOf(event), { headers: tag })).status).toBe(200)
    }))

  it.scopedLive("is refused in a size that is none, and an unknown image is not found in any", () =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer)
      const event = yield* writing(world)("event", "POST", events, onlineBody, yield* jpeg(400, 300))
      for (const query of ["w=0", "w=-1", "h=x", "w=1.5", "w=100001", "fit=contain", "w=100&w=200", "w[gte]=1"]) {
        const { body, status } = yield* world.send(`${pathOf(event)}?${query}`)
        expect([query, status]).toEqual([query, 400])
        const name = query.slice(0, query.search(/[=[]/))
        expect(at(body, "errors", 0)).toMatchObject({ code: "parameter.invalid", field: expect.stringMatching(`^${name}`) })
      }
      const { body } = yield* world.send(`${pathOf(event)}?w=0&fit=contain`)
      expect(at(body, "errors")).toHaveLength(2)
      for (const name of [`${"0".repeat(32)}.jpg`, "a.jpg", pathOf(event).replace("/images/", "").replace(".jpg", ".320x240.jpg")]) {
        expect(yield* statusOf(world, `/images/${name}?w=320`), name).toBe(404)
      }
      expect(yield* statusOf(world, `${pathOf(event)}?w=320`)).toBe(200)
    }))

  it.scopedLive("is offered in sizes on pages, up to its own, unless another server serves it", () =>
    Effect.gen(function*() {
      const sourcesOf = (world: World, width: number) =>
        Effect.gen(function*() {
          const event = yield* writing(world)("event", "POST", events, { ...onlineBody, state: 2 }, yield* jpeg(width, 300))
          const { text } = yield* world.send(`/agendas/town-agenda/events/${String(at(event, "slug"))}`)
          const [, source = "", sources = ""] = /<img src="([^"]*)"(?: srcset="([^"]*)" sizes="[^"]*")? width=/.exec(text) ?? []
          return sources.replaceAll(source, "")
        })
      const world = yield* make(MemoryStores.layer)
      expect(yield* sourcesOf(world, 2_500)).toBe("?w=160 160w, ?w=320 320w, ?w=640 640w, ?w=960 960w, ?w=1280 1280w, ?w=1920 1920w")
      expect(yield* sourcesOf(world, 640)).toBe("?w=160 160w, ?w=320 320w, ?w=640 640w")
      expect(yield* sourcesOf(world, 500)).toBe("?w=160 160w, ?w=320 320w, ?w=640 500w")
      expect(yield* sourcesOf(world, 160)).toBe("")
      expect(yield* sourcesOf(yield* make(MemoryStores.layer, { settings: { imagesUrl: "https://cdn.example/" } }), 2_500)).toBe("")
    }))

  it.scopedLive("is refused together with the other errors of the body, and nothing is changed", () =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer)
      const event = yield* writing(world)("event", "POST", events, onlineBody, yield* jpeg(300, 300))
      const path = `${events}/${event.uid}`
      const text = { bytes: new TextEncoder().encode("no picture") }
      const { title: _title, ...untitled } = onlineBody
      expect(yield* faultsOf(world, "PUT", path, formOf(untitled, text))).toEqual({
        status: 400,
        faults: ["required title", "format.unknown image"]
      })
      expect(yield* faultsOf(world, "PATCH", path, formOf({}, text))).toEqual({ status: 400, faults: ["format.unknown image"] })
      const other = { body: { image: "https://example.org/other.jpg" }, headers: { "content-type": "application/json" } }
      expect(yield* faultsOf(world, "PATCH", path, other)).toEqual({ status: 400, faults: ["type.invalid image"] })
      for (const url of ["http://127.0.0.1/a.jpg", "http://localhost/a.jpg", "http://[::ffff:10.0.0.1]/", "ftp://example.org/a.jpg", 5]) {
        const fetched = { body: { image: { url } }, headers: { "content-type": "application/json" } }
        expect(yield* faultsOf(world, "PATCH", path, fetched), String(url)).toEqual({ status: 400, faults: ["url.invalid image"] })
      }
      const read = yield* world.send(path, { headers: world.credentials.administratorKey })
      expect(at(read.body, "event", "image")).toEqual(at(event, "image"))
    }))

  it.scopedLive("is collected after it has been unused for the configured time, and no sooner", () =>
    Effect.gen(function*() {
      let now = worldNow
      const world = yield* make(MemoryStores.layer, { now: () => now })
      const write = writing(world)
      const collect = world.within(Effect.flatMap(Images, ({ collect }) => collect))
      const first = yield* write("event", "POST", events, onlineBody, yield* jpeg(300, 300, "#ff0000"))
      const path = `${events}/${first.uid}`
      const second = yield* write("event", "PATCH", path, {}, yield* jpeg(300, 300, "#00ff00"))
      const shared = yield* write("event", "POST", events, { ...onlineBody, image: at(second, "image") })
      // A write that comes to nothing leaves files behind.
      const lost = formOf({ title: null }, { bytes: yield* jpeg(300, 300, "#0000ff") })
      expect((yield* faultsOf(world, "PATCH", path, lost)).status).toBe(400)
      yield* world.send(path, { method: "DELETE", headers: world.credentials.administratorToken })
      expect(yield* statusOf(world, `${pathOf(first)}?w=160`)).toBe(200)
      expect(yield* collect).toBe(0)
      now += defaultLimits.unusedImage_seconds * 1_000
      expect(yield* collect).toBe(2)
      expect(yield* statusOf(world, pathOf(first))).toBe(404)
      expect(yield* statusOf(world, `${pathOf(first)}?w=160`)).toBe(404)
      expect(yield* statusOf(world, pathOf(shared))).toBe(200)
      const removed = Effect.flatMap(Events, (all) =>
        authorized(operator, { _tag: "Uid", uid: agendas.main }, "events:write", (by) =>
          all.remove(by, { _tag: "Uid", uid: shared.uid })))
      yield* world.within(removed)
      expect(yield* Effect.provideService(collect, CurrentLimits, { ...defaultLimits, unusedImage_seconds: 0 })).toBe(1)
      expect(yield* statusOf(world, pathOf(shared, "variants", 0))).toBe(404)
    }))
})

describe("the image of a location", () => {
  it.scopedLive("is created, kept, shown with its events, and removed", () =>
    Effect.gen(function*() {
      const world = yield* make(MemoryStores.layer)
      const write = writing(world)
      const place = yield* write("location", "POST", locations, locationBody, yield* jpeg(900, 600))
      expect(at(place, "image", "size")).toEqual({ width: 700, height: 467 })
      expect(yield* statusOf(world, pathOf(place))).toBe(200)
      const path = `${locations}/${place.uid}`
      expect(at(yield* write("location", "POST", path, { ...locationBody, image: at(place, "image") }), "image")).toEqual(
        at(place, "image")
      )
      const event = yield* write("event", "POST", events, { ...onlineBody, attendanceMode: 3, locationUid: place.uid })
      expect(at(event, "location", "image")).toEqual(at(place, "image"))
      const other = { body: { image: "https://example.org/a.jpg" }, headers: { "content-type": "application/json" } }
      expect(yield* faultsOf(world, "PATCH", path, other)).toEqual({ status: 400, faults: ["type.invalid image"] })
      expect(at(yield* write("location", "PATCH", path, { image: null }), "image")).toBe(null)
    }))
})
