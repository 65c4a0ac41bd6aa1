import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas } from "../../world/World.js"

const town = "/agendas/town-agenda"

/** An event's slug and uid. */
const create = (fields: { readonly [name: string]: unknown }) =>
  Effect.gen(function*() {
    const { credentials, send } = yield* TestWorld
    const headers = credentials.moderatorToken
    const { body, text } = yield* send(`/v2/agendas/${agendas.main}/events`, {
      method: "POST",
      body: { ...onlineBody, ...fields },
      headers
    })
    expect(at(body, "success"), text).toBe(true)
    return { uid: String(at(body, "event", "uid")), slug: String(at(body, "event", "slug")) }
  })

const redirected = (path: string) =>
  Effect.gen(function*() {
    const { send } = yield* TestWorld
    const { headers, status } = yield* send(path)
    return status === 308 ? headers.location : status
  })

layer(TestWorld.layer({ settings: { pageRedirects: true } }), { excludeTestServices: true })("other addresses of pages", (it) => {
  it.effect("lead to the page of the agenda", () =>
    Effect.gen(function*() {
      expect(yield* redirected(`/agendas/${agendas.main}`)).toBe(town)
      expect(yield* redirected(`/agendas/${agendas.main}/`)).toBe(town)
      expect(yield* redirected(`/agendas/${agendas.main}?lang=fr&search=caf%C3%A9`)).toBe(`${town}?lang=fr&search=caf%C3%A9`)
      expect(yield* redirected(`/agendas/${agendas.main}/events.ics?keyword=jazz`)).toBe(`${town}/events.ics?keyword=jazz`)
      expect(yield* redirected("/town-agenda?lang=fr")).toBe(`${town}?lang=fr`)
      expect(yield* redirected(town)).toBe(200)
      const { send } = yield* TestWorld
      const { headers } = yield* send("/town-agenda")
      expect(headers["cache-control"]).toBe("public, max-age=60, must-revalidate")
      expect(headers.location).toBe(town)
    }))

  it.effect("lead to the page of the event", () =>
    Effect.gen(function*() {
      const { slug, uid } = yield* create({ title: { en: "Redirected" }, state: 2 })
      const page = `${town}/events/${slug}`
      expect(yield* redirected(`${town}/events/${uid}`)).toBe(page)
      expect(yield* redirected(`/agendas/${agendas.main}/events/${uid}?lang=en`)).toBe(`${page}?lang=en`)
      expect(yield* redirected(`/agendas/${agendas.main}/events/${slug}`)).toBe(page)
      expect(yield* redirected(`/agendas/${agendas.main}/events/${slug}.ics`)).toBe(`${page}.ics`)
      expect(yield* redirected(`/town-agenda/events/${slug}`)).toBe(page)
      expect(yield* redirected(`/town-agenda/events/${uid}`)).toBe(page)
      expect(yield* redirected(page)).toBe(200)
    }))

  it.effect("prefer a slug of digits to a uid", () =>
    Effect.gen(function*() {
      const first = yield* create({ title: { en: "First" }, state: 2 })
      const { slug } = yield* create({ title: { en: "Second" }, slug: first.uid, state: 2 })
      expect(slug).toBe(first.uid)
      expect(yield* redirected(`${town}/events/${first.uid}`)).toBe(200)
    }))

  it.effect("say nothing of what is unknown or hidden", () =>
    Effect.gen(function*() {
      const { uid } = yield* create({ title: { en: "Draft" }, state: 1 })
      for (
        const path of [
          `${town}/events/${uid}`,
          `/town-agenda/events/${uid}`,
          `${town}/events/999999`,
          "/agendas/999999",
          `/agendas/${agendas.private}`,
          "/nowhere",
          "/nowhere/events/fair",
          "/robots.txt",
          `${town}?page=0`
        ]
      ) {
        expect(yield* redirected(path), path).toBe(404)
      }
      const { send } = yield* TestWorld
      const [unknown, hidden] = yield* Effect.all([send("/nowhere"), send("/private-agenda")])
      expect(hidden.status).toBe(404)
      expect(hidden.text.replaceAll("private-agenda", "nowhere")).toBe(unknown.text)
      expect((yield* send("/town-agenda", { method: "POST", body: {} })).status).toBe(404)
    }))
})

layer(TestWorld.layer(), { excludeTestServices: true })("other addresses of pages, by default", (it) => {
  it.effect("are a host's", () =>
    Effect.gen(function*() {
      for (const path of [`/agendas/${agendas.main}`, "/town-agenda"]) expect(yield* redirected(path)).toBe(404)
    }))
})
