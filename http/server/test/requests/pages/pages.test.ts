import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { html } from "@agenda-engine/pages/Html"
import { suggestScript } from "@agenda-engine/pages/pageRoutes"
import { CurrentPageTemplates, defaultTemplates } from "@agenda-engine/pages/PageTemplates"
import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import ICAL from "ical.js"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { FilledWorld } from "../../world/FilledWorld.js"
import { graphIn } from "../../world/graphIn.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, make } from "../../world/World.js"

const town = "/agendas/town-agenda"

const slugOf = (name: string) =>
  Effect.gen(function*() {
    const { credentials, send } = yield* TestWorld
    const { body } = yield* send(`/v2/agendas/${agendas.main}/events/ext/name/${name}`, { headers: credentials.moderatorKey })
    return {
      slug: String(at(body, "event", "slug")),
      uid: Number(at(body, "event", "uid")),
      slot: String(at(body, "event", "timings", 0, "id"))
    }
  })

const eventsIn = (calendar: string) =>
  new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents("vevent").map((component) => new ICAL.Event(component))

layer(FilledWorld.layer, { excludeTestServices: true })("public pages", (it) => {
  it.effect("show the upcoming events of an agenda, without a credential", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const { headers, status, text } = yield* send(town, { headers: { "accept-language": "de-CH, fr;q=0.9, en;q=0.8" } })
      expect(status).toBe(200)
      expect(headers["content-type"]).toBe("text/html; charset=utf-8")
      expect(headers["cache-control"]).toBe("public, max-age=60, must-revalidate")
      expect(headers.vary).toBe("accept-language, accept-encoding")
      expect(headers["content-security-policy"]).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; img-src 'self' https:\/\/agenda\.example;/
      )
      expect(text).toContain('<html lang="de" dir="ltr">')
      expect(text).toContain('<link rel="canonical" href="https://agenda.example/agendas/town-agenda">')
      expect(text).toContain("Concert de jazz")
      for (const hidden of ["talk", "Brouillon de jazz", "draft"]) expect(text).not.toContain(`>${hidden}<`)
      const again = yield* send(town, { headers: { "accept-language": "de", "if-none-match": headers.etag ?? "" } })
      expect(again.status).toBe(304)
    }))

  it.effect("search, page and change the month by plain links", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const titles = (path: string) =>
        Effect.map(send(path), ({ text }) => [...text.matchAll(/<h2[^>]*><a href="[^"]*">([^<]*)</g)].map(([, title]) => title))
      expect(yield* titles(`${town}?lang=en`)).toEqual(["lost", "jazz", "rock", "opera"])
      expect(yield* titles(`${town}?lang=en&search=opera`)).toEqual(["opera"])
      expect(yield* titles(`${town}?lang=en&month=2025-08`)).toEqual(["opera"])
      expect(yield* titles(`${town}?lang=en&month=2025-05`)).toEqual(["talk"])
      for (const wrong of ["month=2025-13", "page=0", "page=x", "page=2", "search=opera&page=2"]) {
        expect((yield* send(`${town}?${wrong}`)).status).toBe(404)
      }
      const long = yield* send(`${town}?search=${"a".repeat(199)}${encodeURIComponent("😀")}`)
      expect(long.status, "the surrogate pair is cut off whole").toBe(200)
    }))

  it.effect("show an event and each of its slots, with the structured data of the API", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const { slot, slug, uid } = yield* slugOf("jazz")
      const page = yield* send(`${town}/events/${slug}?lang=en`)
      const route = yield* send(`/v2/agendas/${agendas.main}/events/${uid}/structured-data?lang=en`, { headers: credentials.ownerless })
      expect(route.status).toBe(200)
      expect(route.headers["content-type"]).toMatch(/^application\/ld\+json/)
      expect(graphIn(page.text)).toEqual(route.body)
      expect(at(route.body, "@graph", 0, "@id")).toBe(`https://agenda.example${town}/events/${slug}/${slot}`)
      const one = yield* send(`${town}/events/${slug}/${slot}?lang=en`)
      expect(one.status).toBe(200)
      expect(at(graphIn(one.text), "@graph")).toEqual([at(route.body, "@graph", 0)])
      expect(one.text).toContain(`<link rel="canonical" href="https://agenda.example${town}/events/${slug}/${slot}?lang=en">`)
      expect(page.text).toContain(`<link rel="alternate" hreflang="fr" href="https://agenda.example${town}/events/${slug}?lang=fr">`)
      expect(page.text).not.toContain('hreflang="it" href="https:')
      expect((yield* send(`${town}/events/${slug}`, { headers: { "accept-language": "fr" } })).text).toContain("Concert de jazz")
    }))

  it.effect("are the same 404 for private agendas, unpublished and unknown events", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const draft = yield* slugOf("draft")
      const jazz = yield* slugOf("jazz")
      const never = yield* send("/agendas/never")
      expect(never.status).toBe(404)
      for (
        const path of [
          "/agendas/private-agenda",
          "/agendas/private-agenda/events.ics",
          "/agendas/private-agenda/events/private",
          `${town}/events/${draft.slug}`,
          `${town}/events/${draft.slug}/${draft.slot}`,
          `${town}/events/${draft.slug}.ics`,
          `${town}/events/${draft.slug}/${draft.slot}.ics`,
          `${town}/events/never`,
          `/agendas/other-agenda/events/${jazz.slug}`,
          `${town}/events/${jazz.slug}/zzzzz`,
          `${town}/events/${jazz.slug}/zzzzz.ics`
        ]
      ) {
        const found = yield* send(path, { headers: credentials.administratorToken })
        expect([path, found.status, found.text]).toEqual([path, 404, never.text])
      }
      const hidden = `/v2/agendas/${agendas.main}/events`
      const answers = yield* Effect.forEach(
        [`${hidden}/${draft.uid}/structured-data`, `${hidden}/999999999/structured-data`],
        (path) => send(path, { headers: credentials.ownerless })
      )
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect((yield* send("/agendas/unindexed-agenda")).text).toContain('<meta name="robots" content="noindex">')
    }))

  it.effect("escape user text", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const evil = `"><img src=x onerror=alert(1)></script><script>alert(2)</script>`
      const body = {
        title: { en: `A ${evil}` },
        description: { en: evil },
        keywords: { en: [evil] },
        conditions: { en: evil },
        longDescription: { en: `text ${evil}` },
        timings: [{ begin: "2025-09-01T10:00:00+02:00", end: "2025-09-01T12:00:00+02:00" }],
        attendanceMode: 2,
        onlineAccessLink: "https://example.org/?a=%22%3E%3Cimg%3E"
      }
      const made = yield* send(`/v2/agendas/${agendas.other}/events`, { method: "POST", body, headers: credentials.strangerToken })
      expect(made.status).toBe(200)
      const event = `/agendas/other-agenda/events/${String(at(made.body, "event", "slug"))}`
      for (const path of [`/agendas/other-agenda?search=${encodeURIComponent(evil)}`, event]) {
        const text = (yield* send(path)).text.replace(`<script>${suggestScript}</script>`, "")
        expect(text).not.toMatch(/<img src=x|<script>/)
        expect(text.match(/<\/script>/g)?.length ?? 0).toBe(path === event ? 1 : 0)
      }
    }))

  it.effect("show the time zone of online events", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const write = { method: "PUT", body: { ...onlineBody, state: 2, slug: "from-anywhere" }, headers: credentials.strangerToken }
      expect((yield* send(`/v2/agendas/${agendas.other}/events/ext/pages/anywhere`, write)).status).toBe(200)
      const page = (path: string) => Effect.map(send(path), ({ text }) => text)
      const online = "/agendas/other-agenda/events/from-anywhere"
      expect(yield* page(`${online}?lang=en`)).toContain("</time><br>Central European Time<")
      expect(yield* page(`${online}?lang=fr`)).toContain("</time><br>heure d’Europe centrale<")
      expect(yield* page(`${town}/events/${(yield* slugOf("jazz")).slug}?lang=en`)).not.toContain("Central European")
    }))

  it.effect("show public additional fields with their labels", () =>
    Effect.gen(function*() {
      const { credentials, send, within } = yield* TestWorld
      const rows = (path: string) =>
        Effect.map(send(path), ({ text }) => {
          const [, facts = ""] = /<dl class="facts">((?:(?!<dl).)*)<\/dl>\n<\/div>\n<\/div>/s.exec(text) ?? []
          return [...facts.matchAll(/<div><dt[^>]*>(.*?)<\/dt>(.*?)<\/div>/gs)].map(([, label, values]) => `${label}: ${values}`)
        })
      const { slug: jazz } = yield* slugOf("jazz")
      expect(yield* rows(`${town}/events/${jazz}?lang=fr`)).toEqual(expect.arrayContaining([
        "Genres: <dd>Musique</dd>",
        "Niveau: <dd>Facile</dd>",
        "Gratuit: <dd>Oui</dd>",
        "Places: <dd>100</dd>"
      ]))
      const { slug: opera } = yield* slugOf("opera")
      expect((yield* rows(`${town}/events/${opera}?lang=en`)).filter((row) => /Genres|Niveau|Devise|Dossier|Budget/.test(row))).toEqual([
        "Genres: <dd>opera</dd>",
        "Niveau: <dd>hard</dd>",
        'Devise: <dd class="lines">Plein  Été</dd>'
      ])
      expect((yield* send(`${town}/events/${opera}`, { headers: credentials.administratorToken })).text).not.toMatch(/Dossier|Budget|900/)

      const text = `*a* <b>b</b> <script>alert(1)</script>`
      const field = (code: string, fieldType: string) => ({ field: code, fieldType, label: { en: `The ${code} & more`, fr: `Le ${code}` } })
      const schema = {
        fields: [field("notes", "textarea"), { ...field("menu", "markdown"), languages: ["fr", "de"] }, field("fare", "number")]
      }
      yield* within(Effect.flatMap(Agendas, (all) => all.restore({ uid: agendas.other, title: "Other agenda", schema })))
      const body = { ...onlineBody, notes: `${text}\nsecond line`, menu: { fr: text }, fare: 1250.5 }
      const made = yield* send(`/v2/agendas/${agendas.other}/events`, { method: "POST", body, headers: credentials.strangerToken })
      expect(made.status, made.text).toBe(200)
      expect(yield* rows(`/agendas/other-agenda/events/${String(at(made.body, "event", "slug"))}?lang=de`)).toEqual(expect.arrayContaining([
        `The notes &amp; more: <dd class="lines">*a* &lt;b&gt;b&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;\nsecond line</dd>`,
        `The menu &amp; more: <dd class="prose" lang="fr" dir="ltr"><p><em>a</em> <strong>b</strong></p></dd>`,
        "The fare &amp; more: <dd>1.250,5</dd>"
      ]))
    }))

  it.effect("need no icon", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const { headers, status } = yield* send("/favicon.ico")
      expect([status, headers["cache-control"]]).toEqual([204, "public, max-age=86400"])
    }))

  it.effect("can be disabled by one setting", () =>
    Effect.gen(function*() {
      const { send } = yield* make(MemoryStores.layer, { settings: { pages: false } })
      const [page, unknown] = [yield* send(town), yield* send("/nothing")]
      expect([page.status, page.text]).toEqual([404, unknown.text])
      expect((yield* send(town, { method: "OPTIONS" })).status).toBe(404)
    }).pipe(Effect.scoped))

  it.effect("use the templates and the theme of a host", () =>
    Effect.gen(function*() {
      const { send } = yield* make(MemoryStores.layer, {
        settings: { pagesTheme: "--agenda-accent:#b00020", embedOrigins: ["https://site.example"] }
      })
      const { headers, text } = yield* send(town)
      expect(text).toContain(":root{--agenda-accent:#b00020}</style>")
      expect(text).toContain("<h1>Town agenda</h1><p>0 &lt;events&gt;</p>")
      expect(headers["content-security-policy"]).toMatch(
        /frame-ancestors \*; connect-src 'self'; script-src https:\/\/host\.example 'sha256-[\w+/]+=*'$/
      )
      const framed = yield* send(`/embed${town}`)
      expect(framed.text).toContain("<h1>Town agenda</h1>")
      expect(framed.headers["content-security-policy"]).toMatch(
        /frame-ancestors https:\/\/site\.example; script-src https:\/\/host\.example 'sha256-[\w+/]+=*'$/
      )
    }).pipe(
      Effect.provideService(CurrentPageTemplates, {
        ...defaultTemplates,
        agenda: ({ agenda, total }) => html`<h1>${agenda.title}</h1><p>${`${total} <events>`}</p>`,
        policy: { "frame-ancestors": "*", "script-src": "https://host.example" }
      }),
      Effect.scoped
    ))

  it.effect("have calendars that other programs can read", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const { slot, slug, uid } = yield* slugOf("jazz")
      const all = yield* send(`${town}/events.ics?lang=en`)
      expect(all.headers["content-type"]).toBe("text/calendar; charset=utf-8")
      for (const line of all.text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(all.text).not.toMatch(/[^\r]\n/)
      expect(eventsIn(all.text).map(({ summary }) => summary)).toEqual(["jazz", "jazz", "rock", "opera", "lost", "lost", "talk"])
      const rock = eventsIn(all.text)[2]
      expect(rock?.component.getFirstPropertyValue("status")).toBe("CANCELLED")
      const few = yield* send(`${town}/events.ics?keyword=jazz&timings[gte]=2025-07-02`)
      expect(eventsIn(few.text)).toHaveLength(3)
      expect((yield* send(`${town}/events.ics?timings[gte]=nonsense`)).status).toBe(400)
      expect((yield* send(`${town}/events.ics?state=1`)).status).toBe(404)

      const read = (path: string) => Effect.map(send(path), ({ text }) => eventsIn(text))
      const [one, ...others] = yield* read(`${town}/events/${slug}/${slot}.ics?lang=en`)
      expect(others).toEqual([])
      expect(one?.uid).toBe(`${uid}-${slot}@agenda-engine`)
      expect(one?.startDate.toJSDate().toISOString()).toBe("2025-07-01T17:00:00.000Z")
      expect(one?.endDate.toJSDate().toISOString()).toBe("2025-07-01T20:00:00.000Z")
      expect(one?.sequence).toBe(0)
      expect(String(one?.component.getFirstPropertyValue("url"))).toBe(`https://agenda.example${town}/events/${slug}/${slot}`)
      const change = { description: { en: `Line one\nline, two; \\ ${"é".repeat(80)}` } }
      yield* send(`/v2/agendas/${agendas.main}/events/${uid}`, { method: "PATCH", body: change, headers: credentials.moderatorToken })
      const [changed] = yield* read(`${town}/events/${slug}.ics?lang=en`)
      expect(changed?.uid).toBe(one?.uid)
      expect(changed?.sequence).toBe(1)
      expect(changed?.description).toContain(change.description.en)
      expect(String(changed?.component.getFirstPropertyValue("last-modified"))).toMatch(/^2025-06-15T15:06:40Z$/)
    }))

  it.effect("cancel withdrawn events in calendars, without more detail", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const headers = credentials.moderatorToken
      const events = `/v2/agendas/${agendas.main}/events`
      const write = (path: string, method: string, body: unknown) => Effect.map(send(path, { method, body, headers }), (made) => made.body)
      const create = (more: object) =>
        write(events, "POST", {
          title: { en: "Moonlit title" },
          description: { en: "moonlit" },
          keywords: { en: ["moonlit"] },
          attendanceMode: 2,
          onlineAccessLink: "https://example.org/moonlit",
          state: 2,
          timings: [
            { begin: "2025-06-01T10:00:00Z", end: "2025-06-01T12:00:00Z" },
            { begin: "2025-09-01T10:00:00Z", end: "2025-09-01T12:00:00Z" },
            { begin: "2025-09-02T10:00:00Z", end: "2025-09-02T12:00:00Z" }
          ],
          ...more
        })
      const named = (body: unknown) => ({
        uid: Number(at(body, "event", "uid")),
        slug: String(at(body, "event", "slug")),
        slots: [0, 1, 2].map((index) => String(at(body, "event", "timings", index, "id")))
      })
      const removed = named(yield* create({ slug: "removed-event" }))
      const hidden = named(yield* create({ slug: "hidden-event" }))
      const never = named(yield* create({ slug: "never-published", state: 0 }))
      const over = named(yield* create({ slug: "over", timings: [{ begin: "2025-06-01T10:00:00Z", end: "2025-06-01T12:00:00Z" }] }))
      const before = eventsIn((yield* send(`${town}/events/${removed.slug}.ics?lang=en`)).text)
      expect(before.map(({ sequence }) => sequence)).toEqual([0, 0, 0])
      for (const { uid } of [removed, never, over]) yield* write(`${events}/${uid}`, "DELETE", undefined)
      // What it became in the write that hid it was never public.
      yield* write(`${events}/${hidden.uid}`, "PATCH", {
        state: 0,
        timings: [{ begin: "2025-10-01T10:00:00Z", end: "2025-10-01T12:00:00Z" }]
      })

      const feed = yield* send(`${town}/events.ics?lang=fr`)
      const cancelled = eventsIn(feed.text).filter(({ summary }) => summary === "Annulé")
      expect(cancelled.map(({ uid }) => uid).sort()).toEqual(
        [removed, hidden].flatMap(({ slots, uid }) => slots.slice(1).map((slot) => `${uid}-${slot}@agenda-engine`)).sort()
      )
      for (const { component, description, endDate, location, sequence, startDate } of cancelled) {
        expect(component.getFirstPropertyValue("status")).toBe("CANCELLED")
        expect(sequence).toBe(1)
        expect(String(component.getFirstPropertyValue("dtstamp"))).toBe("2025-06-15T15:06:40Z")
        expect(startDate.toJSDate().toISOString()).toMatch(/^2025-09-0[12]T10:00:00/)
        expect(endDate.toJSDate().toISOString()).toMatch(/^2025-09-0[12]T12:00:00/)
        expect([description, location, component.getFirstPropertyValue("url")]).toEqual([null, null, null])
      }
      for (const word of ["oonlit", "removed-event", "hidden-event", "20251001"]) expect(feed.text).not.toContain(word)
      expect((yield* send(`${town}/events.ics?keyword=moonlit`)).text).not.toContain("VEVENT")
      // A parameter that no list knows is no filter.
      for (const unknown of ["utm_source=letter", "keyword=", "lang=fr&zz[0][a]=1"]) {
        expect(eventsIn((yield* send(`${town}/events.ics?lang=fr&${unknown}`)).text), unknown).toHaveLength(eventsIn(feed.text).length)
      }

      const own = yield* send(`${town}/events/${removed.slug}.ics?lang=en`)
      expect(eventsIn(own.text).map(({ uid }) => uid)).toEqual(before.slice(1).map(({ uid }) => uid))
      expect(own.text).not.toContain("oonlit")
      const one = eventsIn((yield* send(`${town}/events/${hidden.slug}/${hidden.slots[2]}.ics`)).text)
      expect(one.map(({ uid }) => uid)).toEqual([`${hidden.uid}-${hidden.slots[2]}@agenda-engine`])
      for (
        const path of [
          removed.slug,
          `${removed.slug}/${removed.slots[1]}`,
          `${removed.slug}/${removed.slots[0]}.ics`,
          `${never.slug}.ics`,
          `${over.slug}.ics`
        ]
      ) expect([path, (yield* send(`${town}/events/${path}`)).status]).toEqual([path, 404])

      yield* write(`${events}/${hidden.uid}`, "PATCH", { state: 2 })
      const again = eventsIn((yield* send(`${town}/events/${hidden.slug}.ics?lang=en`)).text)
      expect(again.map(({ sequence, summary }) => [summary, sequence])).toEqual([["Moonlit title", 2]])
      expect((yield* send(`${town}/events.ics`)).text).not.toContain(hidden.slots[1])
    }))
})
