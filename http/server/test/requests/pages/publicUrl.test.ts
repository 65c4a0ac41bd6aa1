import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { defaultSettings } from "@agenda-engine/http/HttpSettings"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Net from "node:net"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { testImages } from "../../../../test/world/testImages.js"
import { defaultSockets } from "../../../src/config/ServerConfig.js"
import { serve } from "../../../src/node/Server.js"
import { agendas, make } from "../../world/World.js"

const eventOf = (settings: { readonly publicUrl: string | null }) =>
  Effect.gen(function*() {
    const world = yield* make(MemoryStores.layer, { settings })
    const made = yield* world.send(`/v2/agendas/${agendas.main}/events`, {
      method: "POST",
      headers: { ...world.credentials.administratorToken, host: "town.example" },
      body: onlineBody
    })
    const slug = String(at(made.body, "event", "slug"))
    return { ...world, made, pages: ["/agendas/town-agenda", `/agendas/town-agenda/events/${slug}`, "/agendas/town-agenda/events.ics"] }
  })

const lines: Array<string> = []

describe("without publicUrl", () => {
  it.scopedLive("responses that shared caches may store vary by host, like their links", () =>
    Effect.gen(function*() {
      const { made, pages, port, send } = yield* eventOf({ publicUrl: null })
      expect(made.headers.location).toMatch(/^http:\/\/town\.example\//)
      for (const path of pages) {
        const { headers, status, text } = yield* send(path, { headers: { host: "other.example" } })
        expect([path, status]).toEqual([path, 200])
        expect(text).toContain("http://other.example/")
        expect(headers["cache-control"]).toContain("public")
        expect(headers.vary?.split(", "), path).toContain("host")
      }
      const text = yield* Effect.async<string>((resume) => {
        let all = ""
        const socket = Net.connect(port, "127.0.0.1", () => socket.write(`GET ${pages[0]} HTTP/1.0\r\n\r\n`))
        socket.setEncoding("utf8").on("data", (part) => all += part).on("close", () => resume(Effect.succeed(all)))
      })
      expect(text).toContain(`<link rel="canonical" href="http://127.0.0.1:${port}/agendas/town-agenda"`)
    }))

  it.scopedLive("there is a warning at startup when other machines can reach the server", () =>
    Effect.gen(function*() {
      const warnings = (host: string, publicUrl: string | null) =>
        Effect.gen(function*() {
          lines.length = 0
          yield* Effect.scoped(
            serve({ host, port: 0, limits: defaultLimits, settings: { ...defaultSettings, publicUrl }, sockets: defaultSockets })
          )
          return lines.filter((line) => line.includes("WARN") && line.includes("AGENDA_PUBLIC_URL")).length
        })
      expect(yield* warnings("0.0.0.0", null)).toBe(1)
      expect(yield* warnings("127.0.0.1", null)).toBe(0)
      expect(yield* warnings("localhost", null)).toBe(0)
      expect(yield* warnings("0.0.0.0", "https://agenda.example")).toBe(0)
    }).pipe(
      Effect.provide(
        Engine.layer.pipe(
          Layer.provide([MemoryStores.layer, WebCryptoSecrets.layer, testImages, MarkdownRichText.layer, MailBox.layer])
        )
      ),
      Effect.provide(Logger.replace(Logger.defaultLogger, Logger.map(Logger.logfmtLogger, (line) => lines.push(line))))
    ))
})

it.scopedLive("with publicUrl nothing varies by host", () =>
  Effect.gen(function*() {
    const { pages, send } = yield* eventOf({ publicUrl: "https://agenda.example" })
    for (const path of pages) {
      const { headers, text } = yield* send(path, { headers: { host: "other.example" } })
      expect(text).not.toContain("other.example")
      expect(headers.vary).toBe("accept-language, accept-encoding")
    }
  }))
