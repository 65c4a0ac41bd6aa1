import { build } from "esbuild"
import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { gzipSync } from "node:zlib"
import type { Browser } from "playwright-core"
import { expect, it } from "vitest"
import { listening } from "../../engine/test/listening.js"
import { launch } from "../../server/test/world/browser.js"
import { createAgendaClient } from "../src/createAgendaClient.js"
import { inTown } from "./inTown.js"

/** Maximum size of the client in a page, minified and compressed, in bytes. */
const client_bytes_max = 4_096

const bundled = async () => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: 'export * from "@agenda-engine/client"', resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    platform: "browser",
    format: "iife",
    globalName: "agendas",
    conditions: ["@agenda-engine/source"],
    metafile: true,
    write: false
  })
  return { inputs: Object.keys(metafile.inputs), text: outputFiles.map(({ text }) => text).join("") }
}

/** Maximum size of what the offline page loads, minified and compressed, in bytes: the engine is in it. */
const offline_bytes_max = 650_000

const folder = join(import.meta.dirname, "..", "examples", "offline")

/** The offline page and its scripts by name; `bytes` leaves out what it loads later, such as for spreadsheets. */
const offlinePage = async (url: string, agendaUid: number, key: string) => {
  const { metafile: { outputs }, outputFiles } = await build({
    entryPoints: [join(folder, "offlinePage.ts")],
    outdir: "/",
    bundle: true,
    splitting: true,
    minify: true,
    platform: "browser",
    format: "esm",
    conditions: ["@agenda-engine/source"],
    metafile: true,
    write: false
  })
  const scripts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
  const loaded = new Set(["offlinePage.js"])
  for (const name of loaded) {
    const imports = Object.entries(outputs).find(([path]) => basename(path) === name)?.[1].imports ?? []
    for (const { kind, path } of imports) if (kind === "import-statement") loaded.add(basename(path))
  }
  const bytes = [...loaded].reduce((sum, name) => sum + gzipSync(scripts.get(name) ?? "").length, 0)
  const html = readFileSync(join(folder, "offlinePage.html"), "utf8").replace("https://agenda.example", url)
    .replace('data-agenda="1"', `data-agenda="${agendaUid}"`).replace("KEY", key)
  return { bytes, html, scripts }
}

const withBrowser = async (test: (browser: Browser) => Promise<void>) => {
  const browser = await launch()
  try {
    await test(browser)
  } finally {
    await browser.close()
  }
}

/** Creates, reads, changes and lists events from a page. */
const script = (url: string, agendaUid: number, secretKey: string) =>
  `(async () => {
  const client = agendas.createAgendaClient({ url: ${JSON.stringify(url)}, secretKey: ${JSON.stringify(secretKey)} })
  const agendaUid = ${agendaUid}
  const body = {
    title: { en: "Concert" }, description: { en: "On the river" }, state: 2,
    attendanceMode: 2, onlineAccessLink: "https://live.example/concert",
    timings: [{ begin: "2030-06-21T21:30:00+02:00", end: "2030-06-21T23:00:00+02:00" }]
  }
  const { event } = await client.createEvent({ agendaUid, body, idempotencyKey: "one" })
  const retry = await client.createEvent({ agendaUid, body, idempotencyKey: "one" }).withResponse()
  await client.createEvent({ agendaUid, body: { ...body, title: { en: "Encore" } } })
  const read = await client.getEvent({ agendaUid, eventUid: event.uid }).withResponse()
  await client.patchEvent({ agendaUid, eventUid: event.uid, ifMatch: read.response.headers.get("etag"), body: { featured: true } })
  const titles = []
  for await (const { title } of client.listEvents({ agendaUid, query: { size: 1, featured: true } })) titles.push(title.en)
  const problem = await client.getEvent({ agendaUid, eventUid: 1 }).catch((error) => error instanceof agendas.ProblemError && error.kind)
  return { titles, problem, replayed: retry.response.headers.get("idempotency-replayed") }
})()`

it("is bundled for browsers from its own modules alone, within its size", async () => {
  const { inputs, text } = await bundled()
  expect(inputs.filter((path) => path !== "<stdin>" && !/client\/src\/\w+\.ts$|client\/src\/generated\/routes\.gen\.ts$/.test(path)))
    .toEqual([])
  expect(gzipSync(text).length).toBeLessThan(client_bytes_max)
})

it("calls an engine of another origin from a page", () =>
  inTown(({ agendaUid, secretKey, url }) =>
    listening(
      (_, response) => response.setHeader("content-type", "text/html").end("<!doctype html><title>Host</title>"),
      (origin) =>
        withBrowser(async (browser) => {
          const page = await browser.newPage()
          await page.goto(origin)
          await page.addScriptTag({ content: (await bundled()).text })
          expect(await page.evaluate(script(url, agendaUid, secretKey))).toEqual({
            titles: ["Concert"],
            problem: "not-found",
            replayed: "true"
          })
        })
    )
  ))

it(
  "lists, filters and searches a mirrored agenda while the browser is offline, and follows it again afterwards",
  () =>
    inTown(async ({ agendaUid, key, secretKey, url }) => {
      const client = createAgendaClient({ url, secretKey })
      const create = (title: string, day: string, more: object) =>
        client.createEvent({
          agendaUid,
          body: {
            title: { en: title },
            description: { en: "On the river" },
            state: 2,
            attendanceMode: 2,
            onlineAccessLink: "https://live.example/concert",
            timings: [{ begin: `${day}T21:30:00+02:00`, end: `${day}T23:00:00+02:00` }],
            ...more
          }
        })
      await create("Concert", "2030-06-21", { featured: true, keywords: { en: ["Jazz"] } })
      await create("Workshop", "2030-06-22", { keywords: { en: ["Craft"] } })
      const { bytes, html, scripts } = await offlinePage(url, agendaUid, key)
      const guide = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "guides", "mirror.md"), "utf8")
      expect(guide).toContain(readFileSync(join(folder, "offlinePage.ts"), "utf8"))
      expect(bytes).toBeLessThan(offline_bytes_max)
      await listening((request, response) => {
        const script = scripts.get(basename(request.url ?? ""))
        response.setHeader("content-type", script === undefined ? "text/html" : "text/javascript").end(script ?? html)
      }, (origin) =>
        withBrowser(async (browser) => {
          const page = await browser.newPage()
          await page.goto(origin)
          const shows = (...titles: ReadonlyArray<string>) =>
            expect.poll(() => page.locator("li").allTextContents(), { timeout: 45_000 })
              .toEqual(titles.map((title) => expect.stringContaining(`${title}, `)))
          await shows("Concert", "Workshop")
          await page.context().setOffline(true)
          await page.fill("[name=search]", "worksh")
          await shows("Workshop")
          await page.fill("[name=search]", "")
          await page.check("[name=featured]")
          await shows("Concert")
          await page.uncheck("[name=featured]")
          await page.fill("[name=keyword]", "craft")
          await shows("Workshop")
          await create("Class", "2030-06-23", { keywords: { en: ["Craft"] } })
          await page.context().setOffline(false)
          await shows("Workshop", "Class")
        }))
    }),
  300_000
)
