import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { describe, expect, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { expectProblem } from "../../world/expectProblem.js"
import { rawExchange, statusesIn } from "../../world/rawExchange.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, make } from "../../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`

const writes: ReadonlyArray<readonly [method: string, path: string]> = [
  ["POST", events],
  ["PUT", `${events}/1`],
  ["POST", `${events}/1`],
  ["PATCH", `${events}/1`],
  ["PATCH", `${events}/1/availability`],
  ["PUT", `${events}/ext/a/b`],
  ["POST", `${events}/ext/a/b`],
  ["PATCH", `${events}/ext/a/b`],
  ["PATCH", `${events}/ext/a/b/availability`],
  ["POST", `/v2/agendas/${agendas.main}/locations`],
  ["POST", `/v2/agendas/${agendas.main}/locations/1`],
  ["PATCH", `/v2/agendas/${agendas.main}/locations/1`],
  ["PUT", `/v2/agendas/${agendas.main}/locations/ext/a/b`],
  ["POST", `/v2/agendas/${agendas.main}/members/invite`],
  ["POST", "/v2/requestAccessToken"],
  ["POST", "/invitation"]
]

const form = { "content-type": "multipart/form-data; boundary=xx" }

const part = (disposition: string, content = "x") => `--xx\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`

const data = part('name="data"', JSON.stringify(onlineBody))

const unreadable: ReadonlyArray<readonly [string, string]> = [
  ["a file name that is not UTF-8", `${part("name=\"image\"; filename*=utf-8''%ff")}--xx--\r\n`],
  ["a file name with a lone percent sign", `${part("name=\"image\"; filename*=utf-8''%")}--xx--\r\n`],
  ["no closing boundary behind a field", part('name="data"')],
  ["no closing boundary behind a file", part('name="image"; filename="a.jpg"')],
  ["a closing boundary that is cut", `${part('name="data"')}--xx-`],
  ["headers that are cut", "--xx\r\ncontent-disposition: form-"],
  ["a boundary alone", "--xx\r\n"],
  ["eleven bytes", "--xx\r\n\r\nxxx"],
  ["nothing", ""],
  ["no boundary", "nonsense"],
  ["a part without headers", "--xx\r\n\r\nx\r\n--xx--\r\n"],
  ["a part without name", "--xx\r\ncontent-disposition: form-data\r\n\r\nx\r\n--xx--\r\n"],
  ["a part without disposition", "--xx\r\ncontent-type: text/plain\r\n\r\nx\r\n--xx--\r\n"],
  [
    "a part with two dispositions",
    '--xx\r\ncontent-disposition: form-data; name="a"\r\ncontent-disposition: form-data; name="b"\r\n\r\nx\r\n--xx--\r\n'
  ],
  ["lines that end in a line feed alone", '--xx\ncontent-disposition: form-data; name="a"\n\nx\n--xx--\n'],
  ["a header of 20 000 bytes", `--xx\r\ncontent-disposition: form-data; name="${"x".repeat(20_000)}"\r\n\r\nx\r\n--xx--\r\n`]
]

layer(TestWorld.layer(), { excludeTestServices: true })("a form that cannot be read", (it) => {
  for (const [what, body] of unreadable) {
    it.effect(`with ${what} is 400 at once on every route with a body`, () =>
      Effect.gen(function*() {
        const { credentials, port, send } = yield* TestWorld
        for (const [method, path] of writes) {
          for (const headers of [form, { ...form, ...credentials.administratorToken }]) {
            const answer = yield* Effect.timeout(send(path, { method, body, headers }), "10 seconds")
            expectProblem(answer, 400, "malformed-request", "the form cannot be read")
          }
        }
        const bytes = Buffer.from(body)
        const chunked = bytes.length === 0
          ? "0\r\n\r\n"
          : `${[...bytes].map((byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join("")}0\r\n\r\n`
        const head = `POST ${events} HTTP/1.1\r\nhost: a\r\ncontent-type: ${
          form["content-type"]
        }\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`
        expect(statusesIn(yield* rawExchange(port, head, Buffer.from(chunked, "latin1")))).toEqual([400])
      }))
  }

  it.effect("has too many parts, or too large ones", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const post = (body: string) => send(events, { method: "POST", body, headers: { ...form, ...credentials.moderatorToken } })
      expect((yield* post(`${part('name="a"').repeat(101)}--xx--`)).status).toBe(413)
      expect((yield* post("\r\n--xx\r\n".repeat(200_000))).status).toBe(413)
      expect((yield* post(`${part('name="data"', "x".repeat(2_200_000))}--xx--`)).status).toBe(413)
      expect((yield* post(`${part('name="image"; filename="a"', "x".repeat(20_980_000))}--xx--`)).status).toBe(413)
      const urlencoded = { "content-type": "application/x-www-form-urlencoded", ...credentials.moderatorToken }
      expect((yield* send(events, { method: "POST", body: "a=b&".repeat(400_000), headers: urlencoded })).status).toBe(413)
    }))

  it.effect("cannot make the server parse much JSON without a credential", () =>
    Effect.gen(function*() {
      const { secrets, send } = yield* TestWorld
      const post = (body: unknown) => send("/v2/requestAccessToken", { method: "POST", body })
      expectProblem(
        yield* post({ code: "x", more: Array.from({ length: 2_000 }, () => ({})) }),
        413,
        "content-too-large",
        "this body holds at most 1000 members"
      )
      expect((yield* post({ code: secrets.administrator, more: Array.from({ length: 900 }, () => ({})) })).status).toBe(200)
    }))

  it.effect("is distinguished from an unusual valid one", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const spellings = [
        `${data}--xx--`,
        `preamble\r\n${data}--xx--\r\nepilogue`,
        `${data}--xx--\r\n--xx\r\ncontent-disposition: form-data; name="data"\r\n\r\n{\r\n--xx--\r\n`,
        `${part('name="data"', "{")}${data}--xx--`,
        `${part("name=data", JSON.stringify(onlineBody))}--xx--`,
        `${part('name="nonce"; x="日本"')}${data}--xx--`,
        `${data}--xx\r\ncontent-disposition: form-data; name="more"\r\ncontent-type: multipart/mixed; boundary=yy\r\n\r\n--yy\r\n\r\n--yy--\r\n--xx--`
      ]
      for (const body of spellings) {
        const answer = yield* send(events, { method: "POST", body, headers: { ...form, ...credentials.moderatorToken } })
        expect(answer.status, `${body}: ${answer.text}`).toBe(200)
        expect(at(answer.body, "event", "title")).toEqual(onlineBody.title)
      }
    }))

  for (const filename of ["été.jpg", "日本.jpg", "l’été – 1.jpg", "🎷.jpg", 'a"b.jpg', "a;b=c.jpg"]) {
    it.effect(`keeps a file whatever its name: ${filename}`, () =>
      Effect.gen(function*() {
        const { credentials, send } = yield* TestWorld
        const file = part(`name="image"; filename="${filename.replaceAll('"', "%22")}"`, "no picture")
        const answer = yield* send(events, {
          method: "POST",
          body: Buffer.from(`${data}${file}--xx--`),
          headers: { ...form, ...credentials.moderatorToken }
        })
        expect(at(answer.body, "errors")).toMatchObject([{ code: "format.unknown", field: "image" }])
      }))
  }
})

describe("the server", () => {
  it.live("survives unreadable forms, and logs no error", () =>
    Effect.gen(function*() {
      const log: Array<string> = []
      const { send } = yield* make(MemoryStores.layer, { log: (line) => log.push(line) })
      for (const [, body] of unreadable) yield* send(events, { method: "POST", body, headers: form })
      expect((yield* send("/health/live")).status).toBe(200)
      expect(log.filter((line) => !line.includes("level=INFO"))).toEqual([])
    }).pipe(Effect.scoped))
})
