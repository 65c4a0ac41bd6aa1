import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { defaultClients, type ProxyHeaders } from "../../../src/config/ClientsConfig.js"
import { agendas, make } from "../../world/World.js"

/** What the server takes for the client and for its own address, when a request with these headers comes from here. */
const seen = (networks: ReadonlyArray<string>, headers: ProxyHeaders, sent: Readonly<Record<string, string>>) =>
  Effect.gen(function*() {
    const log: Array<string> = []
    const { credentials, send } = yield* make(MemoryStores.layer, {
      clients: { ...defaultClients, proxies: { networks, headers } },
      settings: { publicUrl: null },
      log: (line) => void log.push(line)
    })
    const { body } = yield* send(`/v2/agendas/${agendas.main}/events/1`, {
      headers: { ...credentials.ownerless, host: "inner:3000", ...sent }
    })
    const client = /client=(\S*)/.exec(log.findLast((line) => line.includes("message=request")) ?? "")?.[1]
    return { client, base: String(at(body, "type")).replace("/problems/not-found", "") }
  }).pipe(Effect.scoped)

const proxies = ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"]

describe("headers of proxies", () => {
  it.live.each(
    [
      ["the client that one proxy names", "x-forwarded", { "x-forwarded-for": "203.0.113.5" }, "203.0.113.5", "http://inner:3000"],
      [
        "the client, scheme and host",
        "x-forwarded",
        { "x-forwarded-for": "203.0.113.5", "x-forwarded-proto": "https", "x-forwarded-host": "agenda.example" },
        "203.0.113.5",
        "https://agenda.example"
      ],
      [
        "the client behind two proxies, and not what it claims",
        "x-forwarded",
        { "x-forwarded-for": "198.51.100.9, 203.0.113.5, 10.1.2.3" },
        "203.0.113.5",
        "http://inner:3000"
      ],
      [
        "the last proxy when the chain is broken",
        "x-forwarded",
        { "x-forwarded-for": "203.0.113.5, unknown, 10.1.2.3" },
        "10.1.2.3",
        "http://inner:3000"
      ],
      [
        "no scheme and host that are none",
        "x-forwarded",
        {
          "x-forwarded-for": "203.0.113.5",
          "x-forwarded-proto": "javascript",
          "x-forwarded-host": "a b"
        },
        "203.0.113.5",
        "http://inner:3000"
      ],
      ["an address with a port", "x-forwarded", { "x-forwarded-for": "[2001:db9::5]:4711" }, "2001:db9::5", "http://inner:3000"],
      [
        "no Forwarded where proxies write the other headers",
        "x-forwarded",
        { "forwarded": "for=198.51.100.9;host=evil.example" },
        "127.0.0.1",
        "http://inner:3000"
      ],
      [
        "Forwarded",
        "forwarded",
        { "forwarded": `for=198.51.100.9, For="[2001:db9::5]:4711";Proto=https;host="agenda.example:8443";by=_x, for=10.0.0.1` },
        "2001:db9::5",
        "https://agenda.example:8443"
      ],
      ["no malformed Forwarded", "forwarded", { "forwarded": "for=203.0.113.5 host=evil.example" }, "127.0.0.1", "http://inner:3000"],
      [
        "no X-Forwarded headers where proxies write Forwarded",
        "forwarded",
        {
          "x-forwarded-for": "198.51.100.9",
          "x-forwarded-host": "evil.example"
        },
        "127.0.0.1",
        "http://inner:3000"
      ]
    ] as const
  )("of trusted proxies give %s", ([, headers, sent, client, base]) =>
    Effect.gen(function*() {
      expect(yield* seen(proxies, headers, sent)).toEqual({ client, base })
    }))

  it.live("of other senders are ignored", () =>
    Effect.gen(function*() {
      const sent = { "x-forwarded-for": "203.0.113.5", "x-forwarded-proto": "https", "x-forwarded-host": "evil.example" }
      for (const networks of [[], ["10.0.0.0/8"]]) {
        expect(yield* seen(networks, "x-forwarded", sent)).toEqual({ client: "127.0.0.1", base: "http://inner:3000" })
      }
    }))
})
