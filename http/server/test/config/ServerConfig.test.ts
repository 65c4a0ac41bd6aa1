import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { defaultSettings } from "@agenda-engine/http/HttpSettings"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { showConfigError } from "../../src/cli/output/Failure.js"
import { defaultClients } from "../../src/config/ClientsConfig.js"
import { defaultSockets, serverConfig } from "../../src/config/ServerConfig.js"

const read = (variables: Readonly<Record<string, string>>) =>
  Effect.either(
    Effect.withConfigProvider(serverConfig, ConfigProvider.fromMap(new Map(Object.entries(variables)), { pathDelim: "_" }))
  )

describe("serverConfig", () => {
  it.effect("has defaults for everything", () =>
    Effect.gen(function*() {
      expect(yield* read({})).toEqual(Either.right({
        host: "127.0.0.1",
        port: 3_000,
        database: "sqlite:agenda.db",
        images: { target: null, s3: null, privateAddresses: false, steps: [160, 320, 640, 960, 1_280, 1_920] },
        settings: { ...defaultSettings, pageRedirects: true },
        limits: defaultLimits,
        sockets: defaultSockets,
        clients: defaultClients,
        metrics: null
      }))
    }))

  it.effect("parses every variable", () =>
    Effect.gen(function*() {
      const config = Either.getOrThrow(
        yield* read({
          AGENDA_HOST: "::1",
          AGENDA_PORT: "0",
          AGENDA_DATABASE: "postgres://localhost/agenda",
          AGENDA_PUBLIC_URL: "https://agenda.example/base/",
          AGENDA_UNPREFIXED: "1",
          AGENDA_CORS_ORIGINS: "https://a.example, https://b.example",
          AGENDA_EMBED_ORIGINS: "https://a.example",
          AGENDA_BODY_BYTES_MAX: "1000",
          AGENDA_IMAGES: "/var/lib/agenda/images",
          AGENDA_IMAGES_URL: "https://cdn.example/pictures/",
          AGENDA_IMAGES_PRIVATE_ADDRESSES: "1",
          AGENDA_IMAGE_STEPS: "240, 480,960",
          AGENDA_S3_ACCESS_KEY_ID: "agenda",
          AGENDA_S3_SECRET_ACCESS_KEY: "secret",
          AGENDA_ACCESS_LOG: "false",
          AGENDA_PAGES: "0",
          AGENDA_PAGES_THEME: "--agenda-accent:#b00020; --agenda-radius:0;",
          AGENDA_EVENTS_PAGE_MAX: "50",
          AGENDA_LONG_DESCRIPTION_CHARS_MAX: "5",
          AGENDA_DRAIN_SECONDS: "2"
        })
      )
      expect(config).toMatchObject({ host: "::1", port: 0, database: "postgres://localhost/agenda" })
      expect(config.settings).toEqual({
        ...defaultSettings,
        publicUrl: "https://agenda.example/base",
        unprefixed: true,
        corsOrigins: ["https://a.example", "https://b.example"],
        embedOrigins: ["https://a.example"],
        body_bytes_max: 1_000,
        imagesUrl: "https://cdn.example/pictures/",
        accessLog: false,
        pages: false,
        pageRedirects: true,
        pagesTheme: "--agenda-accent:#b00020; --agenda-radius:0;"
      })
      expect(config.images).toMatchObject({
        target: "/var/lib/agenda/images",
        privateAddresses: true,
        s3: { region: "us-east-1" },
        steps: [240, 480, 960]
      })
      expect(JSON.stringify(config)).not.toContain('secret"')
      expect(config.limits).toEqual({ ...defaultLimits, eventsPage_max: 50, longDescription_chars_max: 5 })
      expect(config.sockets.drain_seconds).toBe(2)
    }))

  it.effect("takes no image steps at all", () =>
    Effect.gen(function*() {
      expect(Either.getOrThrow(yield* read({ AGENDA_IMAGE_STEPS: "none" })).images.steps).toEqual([])
    }))

  it.effect("parses what is known of clients, and who may read the metrics", () =>
    Effect.gen(function*() {
      const { clients, metrics } = Either.getOrThrow(
        yield* read({
          AGENDA_TRUST_PROXY: "127.0.0.1,10.0.0.0/8",
          AGENDA_PROXY_HEADERS: "forwarded",
          AGENDA_RATE_ANONYMOUS: "600",
          AGENDA_RATE_KEYS: "abc=60, def=0",
          AGENDA_METRICS: "true",
          AGENDA_METRICS_NETWORKS: "::1"
        })
      )
      expect(clients).toEqual({
        proxies: { networks: ["127.0.0.1", "10.0.0.0/8"], headers: "forwarded" },
        rates: { ...defaultClients.rates, anonymous: 600 },
        keyRates: new Map([["abc", 60], ["def", 0]])
      })
      expect(metrics).toEqual({ token: null, networks: ["::1"] })
    }))

  for (
    const [name, value] of [
      ["AGENDA_PORT", "70000"],
      ["AGENDA_PORT", "http"],
      ["AGENDA_RATE_KEYS", "abc"],
      ["AGENDA_PUBLIC_URL", "agenda.example"],
      ["AGENDA_PUBLIC_URL", "https://agenda.example/?a=b"],
      ["AGENDA_CORS_ORIGINS", "banana"],
      ["AGENDA_EMBED_ORIGINS", "*.example"],
      ["AGENDA_CORS_ORIGINS", "https://a.example,https://b.example/"],
      ["AGENDA_UNPREFIXED", "perhaps"],
      ["AGENDA_BODY_BYTES_MAX", "0"],
      ["AGENDA_PAGES_THEME", "--agenda-accent:red}body{display:none"],
      ["AGENDA_PAGES_TIMEZONE", "Europe/Atlantis"],
      ["AGENDA_IMPRINT_URL", "javascript:alert(1)"],
      ["AGENDA_MAP_TILES_URL", "https://tiles.example/{z}/{x}.png"],
      ["AGENDA_MAP_TILES_URL", "https://{s}.tiles.example/{z}/{x}/{y}.png"],
      ["AGENDA_MAP_TILES_URL", "https://tiles.example/{z}/{x}/{y}{r}.png"],
      ["AGENDA_MAP_TILES_URL", "/tiles/{z}/{x}/{y}.png"],
      ["AGENDA_MAP_TILES_URL", "https://tiles.example;script-src *'/{z}/{x}/{y}.png"],
      ["AGENDA_SITE_URL", "town.example"],
      ["AGENDA_EVENTS_PAGE_MAX", "many"],
      ["AGENDA_TRUST_PROXY", "10.0.0.0/33"],
      ["AGENDA_TRUST_PROXY", "proxy.example"],
      ["AGENDA_PROXY_HEADERS", "cloudflare"],
      ["AGENDA_RATE_EXPORTS", "-1"],
      ["AGENDA_METRICS", "1"],
      ["AGENDA_METRICS_NETWORKS", "localhost"],
      ["AGENDA_ADDRESS_CONNECTIONS_MAX", "-1"],
      ["AGENDA_NOT_READY_SECONDS", "-1"],
      ["AGENDA_IMAGE_STEPS", "160,wide"],
      ["AGENDA_IMAGE_STEPS", "0"],
      ["AGENDA_IMAGE_STEPS", "10001"],
      ["AGENDA_IMAGE_STEPS", "160,"],
      ["AGENDA_IMAGE_STEPS", Array.from({ length: 21 }, (_, at) => at + 1).join(",")]
    ] as const
  ) {
    it.effect(`refuses ${name}=${value}`, () =>
      Effect.gen(function*() {
        const error = Either.getOrThrow(Either.flip(yield* read({ [name]: value })))
        expect(showConfigError(error)).toMatch(new RegExp(`^${name}: `))
      }))
  }
})
