import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Http from "node:http"
import type { Page } from "playwright-core"
import { browser, overflowOf, screens, violationsIn } from "../../world/browser.js"
import { demoWorld } from "../../world/DemoWorld.js"
import { TestWorld } from "../../world/TestWorld.js"

const town = "/agendas/saint-aubry"
const embed = `/embed${town}`

const policyOf = (headers: Http.IncomingHttpHeaders, name: string): string | undefined =>
  String(headers["content-security-policy"]).split("; ").find((directive) => directive.startsWith(`${name} `))

/** A site on an origin of its own; its page has this body. */
const siteWith = (body: string) =>
  Effect.acquireRelease(
    Effect.async<{ readonly server: Http.Server; readonly url: string }>((resume) => {
      const server = Http.createServer((_, response) => {
        response.setHeader("content-type", "text/html").end(`<!doctype html><html lang="en"><title>Site</title><h1>Site</h1>${body}`)
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = address === null || typeof address === "string" ? 0 : address.port
        resume(Effect.succeed({ server, url: `http://127.0.0.1:${port}` }))
      })
    }),
    ({ server }) => Effect.async<void>((resume) => void server.close(() => resume(Effect.void)))
  )

const linksIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, link = ""]) => link.replaceAll("&amp;", "&"))

layer(demoWorld, { excludeTestServices: true })("embeds", (it) => {
  it.effect("list the events of a page for frames of any site", () =>
    Effect.gen(function*() {
      const { send, url } = yield* TestWorld
      const page = yield* send(`${town}?lang=en`)
      const framed = yield* send(`${embed}?lang=en`)
      expect(framed.status).toBe(200)
      expect(policyOf(page.headers, "frame-ancestors")).toBe("frame-ancestors 'self'")
      expect(policyOf(framed.headers, "frame-ancestors")).toBe("frame-ancestors *")
      expect(policyOf(framed.headers, "script-src")).toMatch(/^script-src 'sha256-[\w+/]+=*'$/)
      const titles = (text: string) => [...text.matchAll(/<h2[^>]*><a [^>]*>([^<]*)</g)].map(([, title]) => title)
      expect(titles(page.text).length).toBeGreaterThan(3)
      expect(titles(framed.text)).toEqual(titles(page.text))
      expect(framed.text).toContain('<meta name="robots" content="noindex">')
      expect(framed.text).toContain(`<link rel="canonical" href="${url}${town}?lang=en">`)
      expect(framed.text).not.toContain("<footer")
      expect(framed.headers.vary).toBe(page.headers.vary)
      const again = yield* send(`${embed}?lang=en`, { headers: { "if-none-match": framed.headers.etag ?? "" } })
      expect(again.status).toBe(304)
    }))

  it.effect("keep filters and theme in their own links, and leave the frame for events", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const kept = "featured%5B%5D=0&accessibility=mi&theme=--agenda-accent%3A%23b00020"
      const { text } = yield* send(`${embed}?${kept}&lang=en&key=secret&[key]=secret&.key=secret&key[]=secret`)
      const [months, others] = [
        linksIn(text).filter((link) => link.startsWith(embed)),
        linksIn(text).filter((link) => !link.startsWith(embed))
      ]
      for (const link of months) expect(link).toContain(`lang=en&${kept}`)
      for (const link of others) expect(link.startsWith(town)).toBe(true)
      expect(text.match(/target="_blank" rel="noopener"/g)).toHaveLength(others.length)
      expect(text).toContain('<input type="hidden" name="featured[]" value="0">')
      expect(text).toContain('<input type="hidden" name="theme" value="--agenda-accent:#b00020">')
      expect(others).toContain(`${town}/events.ics?lang=en&featured%5B%5D=0&accessibility=mi`)
      expect(text).toContain(":root{--agenda-accent:#b00020}")
      expect(text).not.toContain("secret")
    }))

  it.effect("filter as lists do", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const counted = (query: string) =>
        Effect.map(send(`${embed}?lang=en&${query}`), ({ text }) => [...text.matchAll(/<li class="item/g)].length)
      const all = yield* counted("")
      const online = yield* counted("attendanceMode=2")
      expect(online).toBeLessThan(all)
      expect(yield* counted("relative=passed&relative=current&relative=upcoming")).toBeGreaterThanOrEqual(all)
      expect(yield* counted("timings[gte]=2100-01-01")).toBe(0)
      const timed = yield* send(`${embed}?timings[gte]=2025-06-01&month=2025-07`)
      expect(timed.status).toBe(200)
      expect(timed.text).not.toContain('class="months"')
    }))

  it.effect("refuse what they cannot show", () =>
    Effect.gen(function*() {
      const { send } = yield* TestWorld
      const refused = yield* send(`${embed}?theme=${encodeURIComponent("--a:red}body{display:none")}&relative=soon`)
      expect(refused.status).toBe(400)
      for (const name of ["theme", "relative"]) expect(refused.text).toContain(name)
      for (const path of ["/embed/agendas/never", `${embed}?page=0`, `${embed}?state=0`]) {
        const answer = yield* send(path)
        expect(answer.status, path).toBe(404)
        expect(policyOf(answer.headers, "frame-ancestors")).toBe("frame-ancestors *")
      }
      expect((yield* send("/embed/widgets.js")).headers["content-type"]).toBe("text/javascript; charset=utf-8")
      expect((yield* send(embed, { method: "OPTIONS" })).headers.allow).toBe("GET, HEAD, OPTIONS")
    }))

  it.effect("are accessible, with scripts and without", () =>
    Effect.gen(function*() {
      const { url } = yield* TestWorld
      const opened = yield* browser
      for (const colorScheme of ["light", "dark"] as const) {
        const page = yield* Effect.promise(() => opened.newPage({ viewport: screens.phone, colorScheme, locale: "en-GB" }))
        yield* Effect.promise(() => page.goto(`${url}${embed}`))
        expect(yield* Effect.promise(() => violationsIn(page))).toEqual([])
        expect(yield* Effect.promise(() => overflowOf(page))).toBe(0)
      }
      const still = yield* Effect.promise(() => opened.newPage({ javaScriptEnabled: false }))
      yield* Effect.promise(() => still.goto(`${url}${embed}?lang=en`))
      yield* Effect.promise(() => still.fill("#search", "festival"))
      yield* Effect.promise(() => still.press("#search", "Enter"))
      yield* Effect.promise(() => still.waitForURL(/search=festival/))
      expect(yield* Effect.promise(() => still.locator(".count").textContent())).toContain("festival")
    }).pipe(Effect.scoped))

  it.effect("are sized by the script of the site, which keeps their state in its address", () =>
    Effect.gen(function*() {
      const { url } = yield* TestWorld
      const frame = `<iframe src="${url}${embed}?lang=en" title="Events" width="600" height="100"></iframe>`
      const site = yield* siteWith(`${frame}<script src="${url}/embed/widgets.js" async></script>`)
      const opened = yield* browser
      const page: Page = yield* Effect.promise(() => opened.newPage())
      const framed = page.frameLocator("iframe")
      const sized = () =>
        Effect.promise(async () => {
          const height = await framed.locator("body").evaluate(() => document.body.offsetHeight)
          await page.waitForFunction((height) => document.querySelector("iframe")?.style.height === `${height}px`, height)
          return height
        })
      yield* Effect.promise(() => page.goto(`${site.url}/?own=1`))
      const whole = yield* sized()
      expect(whole).toBeGreaterThan(300)
      yield* Effect.promise(() => framed.locator("#search").fill("festival"))
      yield* Effect.promise(() => framed.locator("#search").press("Enter"))
      yield* Effect.promise(() => page.waitForURL(/agenda\.search=festival/))
      expect(page.url()).toBe(`${site.url}/?own=1&agenda.search=festival`)
      expect(yield* sized()).toBeLessThan(whole)

      const late = `<style>*{box-sizing:border-box}</style>${frame}<script>addEventListener("message", () => {
        document.body.append(Object.assign(document.createElement("script"), { src: "${url}/embed/widgets.js" }))
      }, { once: true })</script>`
      const loadedFirst = yield* siteWith(late)
      yield* Effect.promise(() => page.goto(loadedFirst.url))
      const bordered = async () => {
        await page.waitForFunction(() => (document.querySelector("iframe")?.clientHeight ?? 0) > 300)
        return await framed.locator("html").evaluate((root) => root.scrollHeight - root.clientHeight)
      }
      expect(yield* Effect.promise(bordered)).toBe(0)
      yield* Effect.promise(() => page.goto(`${loadedFirst.url}/?agenda.search=nothing-like-it&second.search=festival`))
      yield* Effect.promise(() => framed.locator(".none").waitFor())
      yield* Effect.promise(() =>
        page.evaluate((src) => {
          const second = Object.assign(document.createElement("iframe"), { src, title: "Second" })
          second.dataset["agenda"] = "second"
          document.body.append(second)
        }, `${url}${embed}?lang=en`)
      )
      const second = page.frameLocator('iframe[title="Second"]')
      yield* Effect.promise(() => second.locator('.count:has-text("festival")').waitFor())
      expect(page.url()).toContain("agenda.search=nothing-like-it&second.search=festival")

      const shared = yield* Effect.promise(() => opened.newPage())
      yield* Effect.promise(() => shared.goto(`${site.url}/?agenda.search=nothing-like-it`))
      yield* Effect.promise(() => shared.frameLocator("iframe").locator(".none").waitFor())
      expect(yield* Effect.promise(() => shared.frameLocator("iframe").locator("#search").inputValue())).toBe("nothing-like-it")
    }).pipe(Effect.scoped))
})

layer(TestWorld.layer({ settings: { embedOrigins: ["https://town.example", "https://museum.example"] } }), {
  excludeTestServices: true
})("embeds of some sites", (it) => {
  it.effect("are refused by browsers elsewhere", () =>
    Effect.gen(function*() {
      const { send, url } = yield* TestWorld
      const { headers } = yield* send("/embed/agendas/town-agenda")
      expect(policyOf(headers, "frame-ancestors")).toBe("frame-ancestors https://town.example https://museum.example")
      const site = yield* siteWith(`<iframe src="${url}/embed/agendas/town-agenda" title="Events"></iframe>`)
      const opened = yield* browser
      const page = yield* Effect.promise(() => opened.newPage())
      const refusal = page.waitForEvent("console", { predicate: (message) => message.text().includes("frame-ancestors") })
      yield* Effect.promise(() => page.goto(site.url))
      expect((yield* Effect.promise(() => refusal)).text()).toContain("https://museum.example")
    }).pipe(Effect.scoped))
})
