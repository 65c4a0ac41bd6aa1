import { build } from "esbuild"
import { gzipSync } from "node:zlib"
import type { Browser } from "playwright-core"
import { expect, it } from "vitest"
import { listening } from "../../engine/test/listening.js"
import { launch } from "../../server/test/world/browser.js"
import { inTown } from "./inTown.js"

/** Maximum size of the client in a page, minified and compressed, in bytes. */
const client_bytes_max = 4_000

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
