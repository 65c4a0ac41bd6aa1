import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { describe, expect, it } from "vitest"
import { algolia } from "../../examples/changes/algolia.js"
import { meilisearch } from "../../examples/changes/meilisearch.js"
import { reactingEngine } from "../../examples/changes/reactingEngine.js"
import { createAgendaEngine, type HostConsumer, operator } from "../../src/createAgendaEngine.js"
import { body, listening } from "../listening.js"

interface Taken {
  readonly request: string
  readonly headers: { readonly [name: string]: string | ReadonlyArray<string> | undefined }
  readonly body: unknown
}

/** Writes events with a consumer of a search engine, a stub of which answers with `status.next`. */
const searching = async (
  consumer: (url: string) => HostConsumer,
  test: (host: {
    readonly taken: ReadonlyArray<Taken>
    readonly status: { next: number }
    readonly engine: ReturnType<typeof createAgendaEngine>
    readonly uids: ReadonlyArray<number>
  }) => Promise<void>
) => {
  const taken: Array<Taken> = []
  const status = { next: 202 }
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const content = await text(request)
    taken.push({ request: `${request.method} ${request.url}`, headers: request.headers, body: JSON.parse(content) })
    response.writeHead(status.next, { "content-type": "application/json" }).end('{"taskUid":1,"status":"enqueued"}')
  }
  const stub = createServer((request, response) => void take(request, response))
  await listening(stub, async (url) => {
    const engine = createAgendaEngine({ database: "memory", background: false, changes: { search: consumer(url) } })
    await engine.services.agendas.create({ uid: 7, title: "Town" })
    const by = await engine.services.access.authorize(operator, { _tag: "Uid", uid: 7 }, "events:write")
    const create = async (title: string, state: 0 | 2) =>
      (await engine.services.events.create(by, { ...body, title: { en: title }, keywords: { en: ["music"] }, state })).event.uid
    const uids = [await create("Concert", 2), await create("Draft", 0), await create("Encore", 2)]
    await engine.services.events.remove(by, { _tag: "Uid", uid: uids[2] ?? 0 })
    await test({ taken, status, engine, uids })
    await engine.close()
  })
}

const concert = {
  agendaUid: 7,
  title: { en: "Concert" },
  description: { en: "On the river" },
  keywords: { en: ["music"] },
  city: null,
  begins: ["2030-06-21T21:30:00+02:00"]
}

describe("the examples of search engines", () => {
  it("send Meilisearch documents of published events and the ids of the others", () =>
    searching((url) => meilisearch(url, "secret", "events"), async ({ engine, taken, uids }) => {
      await engine.runDue()
      expect(taken).toMatchObject([
        {
          request: "POST /indexes/events/documents?primaryKey=uid",
          headers: { authorization: "Bearer secret", "content-type": "application/json" },
          body: [{ ...concert, uid: uids[0] }]
        },
        { request: "POST /indexes/events/documents/delete-batch", body: [uids[1], uids[2]] }
      ])
      expect(await engine.runDue()).toMatchObject({ consumed: 0 })
      expect(taken).toHaveLength(2)
    }))

  it("send Algolia one batch of actions", () =>
    searching((url) => algolia(url, "APP", "secret", "events"), async ({ engine, taken, uids }) => {
      await engine.runDue()
      expect(taken).toMatchObject([{
        request: "POST /1/indexes/events/batch",
        headers: { "x-algolia-application-id": "APP", "x-algolia-api-key": "secret", "content-type": "application/json" },
        body: {
          requests: [
            { action: "updateObject", body: { ...concert, uid: uids[0], objectID: String(uids[0]) } },
            { action: "deleteObject", body: { objectID: String(uids[1]) } },
            { action: "deleteObject", body: { objectID: String(uids[2]) } }
          ]
        }
      }])
    }))

  it("leave changes to the next attempt when the search engine refuses them", () =>
    searching((url) => algolia(url, "APP", "secret", "events"), async ({ engine, status, taken }) => {
      status.next = 503
      expect(await engine.runDue()).toMatchObject({ consumed: 1 })
      expect(taken.length).toBeGreaterThan(1)
      expect(await engine.services.consumers.list()).toMatchObject([
        { name: "search", troubles: [{ agendaUid: 7, attempts: 1, error: expect.stringContaining("Algolia answered 503") }] }
      ])
    }))

  it("react in the process in each form", async () => {
    const seen: Array<string> = []
    const engine = reactingEngine("memory", {
      index: async (batch) => void seen.push(...batch.flatMap(({ after, type }) => type === "event" ? [`index ${after?.title.en}`] : [])),
      evict: (uid) => void seen.push(uid > 0 ? "evict" : "")
    })
    await engine.services.agendas.create({ uid: 7, title: "Town" })
    const by = await engine.services.access.authorize(operator, { _tag: "Uid", uid: 7 }, "events:write")
    await engine.services.events.create(by, { ...body, keywords: { en: ["music"] } })
    await expect.poll(() => seen.toSorted(), { timeout: 10_000 }).toEqual(["evict", "index Concert"])
    await expect(engine.services.events.create(by, body)).rejects.toMatchObject({
      _tag: "Invalid",
      issues: [{ code: "required", field: "keywords" }]
    })
    await engine.close()
  })
})
