import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { ImageRejected } from "@agenda-engine/core/domain/media/Image"
import { ImageFetcher } from "@agenda-engine/core/ports/image/ImageFetcher"
import { guardedAgent } from "@agenda-engine/outbound/guardedAgent"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Http from "node:http"
import { fetchImage } from "../src/fetchImage.js"
import * as PublicFetcher from "../src/PublicFetcher.js"

const bytes_max = 10_000

/** A server on every address of this machine. Answers what is asked of its paths. */
const server = (answer: (path: string, response: Http.ServerResponse) => void) =>
  Effect.acquireRelease(
    Effect.async<{ readonly url: string; readonly port: number; readonly asked: Array<string>; readonly close: () => void }>((resume) => {
      const asked: Array<string> = []
      const http = Http.createServer((request, response) => {
        asked.push(request.url ?? "")
        answer(request.url ?? "", response)
      })
      http.listen(0, "0.0.0.0", () => {
        const address = http.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const close = () => {
          http.closeAllConnections()
          http.close()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, port, asked, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const fetching = (url: string, options: PublicFetcher.FetcherOptions): Effect.Effect<Uint8Array, ImageRejected | StoreError> =>
  Effect.provide(Effect.flatMap(ImageFetcher, (fetcher) => fetcher.fetch(url, bytes_max, "ada")), PublicFetcher.layer(options))

const anywhere = { privateAddresses: true }

const messageOf = (url: string, options: PublicFetcher.FetcherOptions = anywhere) =>
  Effect.map(
    Effect.flip(fetching(url, options)),
    (error) => `${error._tag === "ImageRejected" ? error.code : error.reason}: ${error.message}`
  )

const notPublic = "url.invalid: the image is not at a public address"

describe("PublicFetcher", () => {
  it.scopedLive("fetches public files, also after redirects", () =>
    Effect.gen(function*() {
      const { asked, url } = yield* server((path, response) => {
        if (path === "/a.jpg") response.end("picture")
        else response.writeHead(path === "/far" ? 301 : 307, { location: path === "/far" ? "/near" : "a.jpg" }).end()
      })
      for (const path of ["/a.jpg", "/near", "/far"]) {
        expect(new TextDecoder().decode(yield* fetching(url + path, anywhere))).toBe("picture")
      }
      expect(asked).toEqual(["/a.jpg", "/near", "/a.jpg", "/far", "/near", "/a.jpg"])
    }))

  it.scopedLive("never connects to this machine or its network, under any name", () =>
    Effect.gen(function*() {
      const { asked, port } = yield* server((_path, response) => response.end("secret"))
      const hosts = [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f.0.0.1",
        "0",
        "localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::]"
      ]
      for (const host of hosts) expect(yield* messageOf(`http://${host}:${port}/`, {}), host).toBe(notPublic)
      for (const host of ["10.0.0.1", "169.254.169.254", "192.168.0.1", "[fd00::1]", "[fe80::1]"]) {
        expect(yield* messageOf(`http://${host}/latest/meta-data`, {}), host).toBe(notPublic)
      }
      expect(asked).toEqual([])
    }))

  it.scopedLive("checks the target of a redirect like the first address", () =>
    Effect.gen(function*() {
      const { asked, port, url } = yield* server((path, response) => {
        const target = path === "/by-number" ? "127.0.0.2" : path === "/by-name" ? "localhost" : null
        if (target === null) response.end("secret")
        else response.writeHead(302, { location: `http://${target}:${port}/secret` }).end()
      })
      const first = new Set(["127.0.0.1"])
      const guarded = yield* guardedAgent((address) => first.has(address), 1_000)
      const refusal = (path: string) => Effect.flip(fetchImage(guarded, url + path, { bytes_max, seconds_max: 5 }))
      expect((yield* refusal("/by-number")).message).toBe("the image is not at a public address")
      first.clear()
      const moved = yield* guardedAgent((address) => address === "127.0.0.3", 1_000)
      const start = `http://127.0.0.3:${port}/by-name`
      expect((yield* Effect.flip(fetchImage(moved, start, { bytes_max, seconds_max: 5 }))).message).toBe(
        "the image is not at a public address"
      )
      expect(asked).toEqual(["/by-number", "/by-name"])
    }))

  it.scopedLive("refuses other schemes, credentials and redirect loops", () =>
    Effect.gen(function*() {
      const { asked, url } = yield* server((path, response) => {
        response.writeHead(302, { location: path === "/circle" ? "/circle" : "file:///etc/passwd" }).end()
      })
      expect(yield* messageOf(`${url}/circle`)).toBe("url.invalid: the image is behind too many redirects")
      expect(asked.length).toBe(6)
      for (const other of [`${url}/file`, url.replace("//", "//user:secret@"), "ftp://example.org/a.jpg", "no url"]) {
        expect(yield* messageOf(other), other).toBe("url.invalid: an image is fetched from an http or https URL without credentials")
      }
    }))

  it.scopedLive("reads at most the allowed number of bytes, whatever length is declared", () =>
    Effect.gen(function*() {
      const { url } = yield* server((path, response) => {
        if (path === "/declared") response.writeHead(200, { "content-length": bytes_max + 1 })
        response.end(Buffer.alloc(path === "/most" ? bytes_max : bytes_max + 1))
      })
      expect((yield* fetching(`${url}/most`, anywhere)).byteLength).toBe(bytes_max)
      for (const path of ["/declared", "/undeclared"]) {
        expect(yield* messageOf(url + path)).toBe(`range: an image has at most ${bytes_max} bytes`)
      }
    }))

  it.scopedLive("gives up after the time limit, with no response or a slow one", () =>
    Effect.gen(function*() {
      const { url } = yield* server((path, response) => {
        if (path === "/silent") return
        const drip = setInterval(() => response.write("x"), 50)
        response.on("close", () => clearInterval(drip))
      })
      const options = { ...anywhere, seconds_max: 0.5 }
      for (const path of ["/silent", "/drip"]) {
        expect(yield* messageOf(url + path, options)).toBe("url.invalid: the image took too long to arrive")
      }
    }))

  it.scopedLive("limits concurrent fetches and runs the others afterwards", () =>
    Effect.gen(function*() {
      let [now, most] = [0, 0]
      const { url } = yield* server((_path, response) => {
        now += 1
        most = Math.max(most, now)
        response.on("close", () => {
          now -= 1
        })
        setTimeout(() => response.end("picture"), 50)
      })
      const fetched = yield* Effect.flatMap(ImageFetcher, (fetcher) =>
        Effect.forEach(Array.from({ length: 6 }), (_, nth) =>
          fetcher.fetch(`${url}/a.jpg`, bytes_max, `caller ${nth}`), { concurrency: "unbounded" })).pipe(
          Effect.provide(PublicFetcher.layer({ ...anywhere, fetchesAtOnce: 2 }))
        )
      expect(fetched).toHaveLength(6)
      expect(most).toBe(2)
    }))

  it.scopedLive("fetches for others while one caller or host uses its whole share on servers that do not answer", () =>
    Effect.gen(function*() {
      const { asked, url } = yield* server((path, response) => {
        if (path !== "/silent") response.end("picture")
      })
      const other = url.replace("127.0.0.1", "127.0.0.2")
      yield* Effect.gen(function*() {
        const fetcher = yield* ImageFetcher
        const silent = (caller: string) => Effect.fork(fetcher.fetch(`${url}/silent`, bytes_max, caller))
        yield* Effect.forEach(Array.from({ length: 40 }), () => silent("eve"), { discard: true })
        yield* Effect.repeat(Effect.sleep("10 millis"), { until: () => asked.length >= 2 })
        yield* fetcher.fetch(`${url}/a.jpg`, bytes_max, "ada")
        expect(asked).toEqual(["/silent", "/silent", "/a.jpg"])

        yield* Effect.forEach(Array.from({ length: 10 }), (_, nth) => silent(`caller ${nth}`), { discard: true })
        yield* Effect.repeat(Effect.sleep("10 millis"), { until: () => asked.length >= 5 })
        yield* fetcher.fetch(`${other}/b.jpg`, bytes_max, "ada")
        expect(asked.slice(3)).toEqual(["/silent", "/silent", "/b.jpg"])
      }).pipe(Effect.provide(PublicFetcher.layer({ ...anywhere, seconds_max: 60, wait_seconds_max: 60 })))
    }))

  it.scopedLive("refuses a fetch that waits in the queue longer than the bound, and counts the wait in its total time", () =>
    Effect.gen(function*() {
      const { asked, url } = yield* server(() => {})
      const failures = (options: PublicFetcher.FetcherOptions) =>
        Effect.flatMap(
          ImageFetcher,
          (fetcher) => Effect.forEach([1, 2, 3], () => Effect.flip(fetcher.fetch(url, bytes_max, "eve")), { concurrency: "unbounded" })
        ).pipe(
          Effect.map((errors) => errors.map((error) => error._tag === "StoreError" ? error.reason : error.message)),
          Effect.provide(PublicFetcher.layer({ ...anywhere, ...options }))
        )
      const late = "the image took too long to arrive"
      expect(yield* failures({ seconds_max: 1, wait_seconds_max: 0.2 })).toEqual([late, late, "Busy"])
      expect(asked).toHaveLength(2)
      expect(yield* failures({ seconds_max: 0.5, wait_seconds_max: 5 })).toEqual([late, late, late])
    }))

  it.scopedLive("reports why a fetch failed, without details of the network", () =>
    Effect.gen(function*() {
      const { close, url } = yield* server((path, response) => {
        if (path === "/cut") response.writeHead(200, { "content-length": 100 }).end("x", () => response.destroy())
        else response.writeHead(404).end("nothing")
      })
      expect(yield* messageOf(`${url}/a.jpg`)).toBe("url.invalid: the image cannot be fetched: its server answers 404")
      expect(yield* messageOf(`${url}/cut`)).toBe("url.invalid: the image cannot be fetched")
      close()
      expect(yield* messageOf(`${url}/a.jpg`)).toBe("url.invalid: the image cannot be fetched")
      expect(yield* messageOf("http://nowhere.invalid/a.jpg")).toBe("url.invalid: the image cannot be fetched")
    }))
})
