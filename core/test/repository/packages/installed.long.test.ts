import { readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../Repository.js"
import { inHost, run } from "./inHost.js"

/** A host that mounts the handler over the memory stores, without an adapter. */
const host = `import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryImageStore from "@agenda-engine/core/memory/MemoryImageStore"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { ImageFetcher } from "@agenda-engine/core/ports/image/ImageFetcher"
import { ImageRenderer } from "@agenda-engine/core/ports/image/ImageRenderer"
import { Mailer } from "@agenda-engine/core/ports/Mailer"
import { RichText } from "@agenda-engine/core/ports/RichText"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import * as NodeCompressor from "@agenda-engine/http/node/NodeCompressor"
import * as WebHandler from "@agenda-engine/http/WebHandler"
import * as Layer from "effect/Layer"

const unused = [ImageFetcher, ImageRenderer, Mailer, RichText].map((port) => Layer.succeed(port, {}))
const engine = Engine.layer.pipe(Layer.provide([MemoryStores.layer, MemoryImageStore.layer, WebCryptoSecrets.layer, ...unused]))
const { dispose, handler } = WebHandler.make(Layer.merge(engine, NodeCompressor.layer), { accessLog: false, publicUrl: "https://host.example" })
for (const path of ["/v2/agendas", "/health/ready", "/openapi.json"]) {
  const { status } = await handler(new Request("https://host.example" + path))
  console.log(path, status)
}
await dispose()
`

it("the packed handler answers over memory stores, with the core as the only other package of the engine", () =>
  inHost(["core", "http"], {}, async (folder) => {
    expect(await readdir(join(folder, "node_modules", "@agenda-engine"))).toEqual(["core", "http"])
    await writeFile(join(folder, "host.mjs"), host)
    const { stdout } = await run(process.execPath, ["host.mjs"], { cwd: folder })
    expect(stdout).toBe("/v2/agendas 401\n/health/ready 200\n/openapi.json 200\n")
  }))

/** A client of a server that answers pages of one event. */
const caller = `import { createAgendaClient } from "@agenda-engine/client"
import { createServer } from "node:http"

const server = createServer(({ url }, response) => {
  const after = new URL(url, "http://host").searchParams.get("after[]")
  response.setHeader("content-type", "application/json")
  response.end(JSON.stringify({ success: true, total: 2, events: [{ uid: after === null ? 1 : 2 }], sort: [], after: after === null ? ["x"] : null }))
})
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
const client = createAgendaClient({ url: "http://127.0.0.1:" + server.address().port, key: "key" })
for await (const { uid } of client.listEvents({ agendaUid: 1 })) console.log(uid)
server.close()
server.closeAllConnections()
`

/** Uses of the types of the packed client, of which the last line does not compile. */
const typed = `import { createAgendaClient, type Event } from "@agenda-engine/client"

const client = createAgendaClient<{ readonly places?: number }>({ url: "https://agenda.example" })
export const read = async (): Promise<Event> => (await client.getEvent({ agendaUid: 1, eventUid: 2 })).event
export const titles = async () => (await client.listEvents({ agendaUid: 1 })).events.map(({ title }) => title.en)
export const refused = client.listEvents({ agendaUid: 1, query: { serach: "jazz" } })
`

it("the packed client is installed alone, lists every page, and has its types", () =>
  inHost(["client"], {}, async (folder) => {
    expect(await readdir(join(folder, "node_modules"))).toEqual([".package-lock.json", "@agenda-engine"])
    await writeFile(join(folder, "caller.mjs"), caller)
    expect((await run(process.execPath, ["caller.mjs"], { cwd: folder })).stdout).toBe("1\n2\n")
    await writeFile(join(folder, "typed.ts"), typed)
    const compiler = join(root, "node_modules", "typescript", "bin", "tsc")
    const options = [
      "--strict",
      "--noEmit",
      "--module",
      "nodenext",
      "--target",
      "es2022",
      "--lib",
      "es2023,dom,dom.iterable"
    ]
    const failed = await run(process.execPath, [compiler, ...options, "typed.ts"], { cwd: folder }).then(() => "", ({ stdout }) => stdout)
    expect(failed.split("\n").filter((line: string) => /^\S+\.ts\(/.test(line))).toEqual([expect.stringMatching(/^typed\.ts\(6,.*/)])
  }))
