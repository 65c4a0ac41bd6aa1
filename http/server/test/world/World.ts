import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as Engine from "@agenda-engine/core/Engine"
import { Geocoder } from "@agenda-engine/core/ports/geocoding/Geocoder"
import type { TimezoneFinder } from "@agenda-engine/core/ports/geocoding/TimezoneFinder"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { WebhookSender } from "@agenda-engine/core/ports/webhook/WebhookSender"
import { Access } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Members } from "@agenda-engine/core/services/Members"
import { Users } from "@agenda-engine/core/services/Users"
import * as TimezoneMap from "@agenda-engine/geocoding/TimezoneMap"
import { defaultSettings, type HttpSettings } from "@agenda-engine/http/HttpSettings"
import * as WebhookPoster from "@agenda-engine/outbound/WebhookPoster"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Random from "effect/Random"
import * as Http from "node:http"
import { testImages } from "../../../test/world/testImages.js"
import type { ClientSettings } from "../../src/config/ClientsConfig.js"
import type { MetricsSettings } from "../../src/config/MetricsConfig.js"
import { defaultSockets, type SocketLimits } from "../../src/config/ServerConfig.js"
import * as NodeSecrets from "../../src/node/NodeSecrets.js"
import { serve } from "../../src/node/Server.js"
import { boundedStores } from "./boundedStores.js"

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number
  readonly headers: Http.IncomingHttpHeaders
  readonly text: string
  /** The body as it came, compressed or not. */
  readonly bytes: Uint8Array
  /** The body read as JSON; undefined when it is none. */
  readonly body: unknown
}

/** A request to send: `body` as it is when it is text or bytes, else as JSON. */
export interface Call {
  readonly method?: string
  readonly headers?: { readonly [name: string]: string }
  readonly body?: unknown
}

export type Send = (path: string, call?: Call) => Effect.Effect<Answer>

export type CredentialName = "none" | keyof World["credentials"]

/** A served engine with users of every role and keys of every kind, and how to talk to it. */
export interface World {
  readonly url: string
  readonly port: number
  readonly send: Send
  /** Runs an effect on the engine that is served, as an operator would. */
  readonly within: <A, E>(effect: Effect.Effect<A, E, Engine.Engine>) => Effect.Effect<A, E>
  /** The mails that it sent, and how they are answered. */
  readonly mailBox: MailBox["Type"]
  readonly credentials: {
    readonly ownerless: { readonly key: string }
    readonly agendaKey: { readonly key: string }
    readonly otherAgendaKey: { readonly key: string }
    readonly strangerKey: { readonly key: string }
    readonly contributorKey: { readonly key: string }
    readonly moderatorKey: { readonly key: string }
    readonly administratorKey: { readonly key: string }
    readonly moderatorSecret: { readonly key: string }
    readonly strangerToken: { readonly "access-token": string }
    readonly contributorToken: { readonly "access-token": string }
    readonly moderatorToken: { readonly "access-token": string }
    readonly administratorToken: { readonly "access-token": string }
    readonly unknownKey: { readonly key: string }
    readonly unknownToken: { readonly "access-token": string }
  }
  readonly secrets: { readonly administrator: string; readonly publicKey: string }
  readonly uids: { readonly [Name in "administrator" | "contributor" | "moderator" | "stranger"]: number }
}

/**
 * A public agenda with the users as members, a public one with other members, a private one and one that is not
 * indexed.
 */
export const agendas = { main: 101, other: 102, private: 103, unindexed: 104 } as const

/** The instant at which everything of a world happens. */
export const worldNow = 1_750_000_000_000 // 2025-06-15T15:06:40Z

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends to a server with Node's client, which changes nothing of what it is given. */
export const sender = (port: number): Send => (path, call = {}) =>
  Effect.async<Answer>((resume) => {
    const isRaw = typeof call.body === "string" || call.body instanceof Uint8Array
    const body = call.body === undefined || isRaw ? call.body : JSON.stringify(call.body)
    const request = Http.request({
      host: "127.0.0.1",
      port,
      path,
      method: call.method ?? "GET",
      agent: false,
      headers: {
        ...(call.body === undefined || isRaw ? {} : { "content-type": "application/json" }),
        ...(typeof body === "string" ? { "content-length": String(Buffer.byteLength(body)) } : {}),
        ...call.headers
      }
    }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => {
        const bytes = Buffer.concat(chunks)
        const text = bytes.toString("utf8")
        resume(Effect.succeed({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, body: parse(text) }))
      })
    })
    request.on("error", (error) => resume(Effect.die(error)))
    request.end(body)
  })

const running = Clock.make()

/** The clock of a world: it stands where it is put, but sleeping still takes its time. */
const clockAt = (now: () => number): Clock.Clock => ({
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  sleep: (duration) => running.sleep(duration),
  currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
  unsafeCurrentTimeNanos: () => BigInt(now()) * 1_000_000n,
  currentTimeMillis: Effect.sync(now),
  unsafeCurrentTimeMillis: now
})

const populate = Effect.gen(function*() {
  const users = yield* Users
  const members = yield* Members
  const keys = yield* Keys
  const access = yield* Access
  const all = yield* Agendas

  const user = (name: string) => Effect.map(users.create({ name, email: `${name}@example.org` }), ({ uid }) => uid)
  const administrator = yield* user("administrator")
  const moderator = yield* user("moderator")
  const contributor = yield* user("contributor")
  const stranger = yield* user("stranger")

  yield* all.create({ uid: agendas.main, title: "Town agenda", ownerUid: administrator, settings: { contribution: { defaultLang: "fr" } } })
  yield* all.create({ uid: agendas.other, title: "Other agenda", ownerUid: stranger, official: true })
  yield* all.create({ uid: agendas.private, title: "Private agenda", ownerUid: administrator, private: true })
  yield* all.create({ uid: agendas.unindexed, title: "Unindexed agenda", ownerUid: administrator, indexed: false })
  yield* members.add(agendas.main, moderator, "moderator")
  yield* members.add(agendas.main, contributor, "contributor")

  const unrestricted = { agendaUids: null, operations: null, expiresAt: null }
  const key = (ownerUid: number | null) => Effect.map(keys.create({ ...unrestricted, kind: "public", ownerUid }), ({ key }) => ({ key }))
  const agendaKey = (agendaUid: number) =>
    Effect.map(keys.create({ ...unrestricted, kind: "agenda", ownerUid: null, agendaUids: [agendaUid] }), ({ key }) => ({ key }))
  const secret = (ownerUid: number) => Effect.map(keys.create({ ...unrestricted, kind: "secret", ownerUid }), ({ key }) => key)
  const token = (ownerUid: number) =>
    secret(ownerUid).pipe(
      Effect.flatMap(access.requestToken),
      Effect.map(({ accessToken }) => ({ "access-token": accessToken }))
    )

  const publicKey = yield* key(null)
  return {
    uids: { administrator, moderator, contributor, stranger },
    secrets: { administrator: yield* secret(administrator), publicKey: publicKey.key },
    credentials: {
      ownerless: publicKey,
      agendaKey: yield* agendaKey(agendas.main),
      otherAgendaKey: yield* agendaKey(agendas.other),
      strangerKey: yield* key(stranger),
      contributorKey: yield* key(contributor),
      moderatorKey: yield* key(moderator),
      administratorKey: yield* key(administrator),
      moderatorSecret: { key: yield* secret(moderator) },
      strangerToken: yield* token(stranger),
      contributorToken: yield* token(contributor),
      moderatorToken: yield* token(moderator),
      administratorToken: yield* token(administrator),
      unknownKey: { key: "0123456789abcdefghijklmnopqrstuv" },
      unknownToken: { "access-token": "0123456789abcdefghijklmnopqrstuv" }
    }
  }
})

export interface WorldOptions {
  /** How pictures are made, fetched and kept; as the server does, in memory, without it. */
  readonly images?: typeof testImages
  /** How locations get coordinates and time zones; as on a server without a geocoder, without it. */
  readonly geocoding?: Layer.Layer<Geocoder | TimezoneFinder>
  /** Default: to public addresses. */
  readonly webhooks?: Layer.Layer<WebhookSender>
  readonly settings?: Partial<HttpSettings>
  readonly sockets?: Partial<SocketLimits>
  readonly clients?: ClientSettings
  readonly metrics?: MetricsSettings
  /** Where its clock stands, epoch milliseconds; at `worldNow` without it. */
  readonly now?: () => number
  /** Where log lines go; nowhere without it. */
  readonly log?: (line: string) => void
}

/**
 * Serves an engine over these stores on a free port until the scope closes. The same seed makes the same uids on every
 * store.
 */
export const make = (stores: Layer.Layer<Stores, StoreError>, options: WorldOptions = {}) => {
  const clock = clockAt(options.now ?? (() => worldNow))
  const { geocoding = Layer.merge(Geocoder.none, TimezoneMap.layer), images = testImages, webhooks = WebhookPoster.layer() } = options
  return Effect.gen(function*() {
    const mail = yield* Layer.build(MailBox.layer)
    const engine = yield* Layer.build(
      Engine.layer.pipe(
        Layer.provide([
          boundedStores(stores),
          NodeSecrets.layer,
          images,
          MarkdownRichText.layer,
          Layer.succeedContext(mail),
          geocoding,
          webhooks
        ])
      )
    )
    return yield* Effect.gen(function*() {
      const populated = yield* populate
      const { port, url } = yield* serve({
        host: "127.0.0.1",
        port: 0,
        limits: defaultLimits,
        settings: { ...defaultSettings, publicUrl: "https://agenda.example", ...options.settings },
        sockets: { ...defaultSockets, ...options.sockets },
        clients: options.clients,
        metrics: options.metrics
      })
      const within: World["within"] = (effect) => effect.pipe(Effect.provide(engine), Effect.withClock(clock))
      return { ...populated, port, url, send: sender(port), within, mailBox: Context.get(mail, MailBox) } satisfies World
    }).pipe(Effect.provide(engine))
  }).pipe(
    Effect.withRandom(Random.make("world")),
    Effect.withClock(clock),
    Effect.provide(
      options.log === undefined
        ? Logger.remove(Logger.defaultLogger)
        : Logger.replace(Logger.defaultLogger, Logger.map(Logger.logfmtLogger, options.log))
    )
  )
}
