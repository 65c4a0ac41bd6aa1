import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { defaultSettings, type HttpSettings } from "@agenda-engine/http/HttpSettings"
import * as WebHandler from "@agenda-engine/http/WebHandler"
import * as Pages from "@agenda-engine/pages/Pages"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as Scope from "effect/Scope"
import { testImages } from "../../../test/world/testImages.js"
import { defaultSockets } from "../../src/config/ServerConfig.js"
import { serve } from "../../src/node/Server.js"
import { sender } from "./World.js"

/** Headers of a request. */
export type Headers = { readonly [name: string]: string }

/** A response of either carrier. */
export interface Carried {
  readonly status: number
  readonly headers: { readonly [name: string]: string | undefined }
  readonly etag: string
  readonly replayed: boolean
  /** The parsed JSON, or the text of other bodies. */
  readonly body: unknown
}

/** Sends a request through one of the two carriers. A body that is no text is sent as JSON. */
export type Send = (
  path: string,
  call: { readonly method?: string; readonly headers: Headers; readonly body?: unknown }
) => Effect.Effect<Carried>

/** The engine over these stores. */
export const engineOver = <E>(stores: Layer.Layer<Stores, E>): Layer.Layer<Engine.Engine, E> =>
  Engine.layer.pipe(Layer.provide([stores, WebCryptoSecrets.layer, testImages, MarkdownRichText.layer, MailBox.layer]))

/** The engine over stores in memory. */
export const memoryEngine = engineOver(MemoryStores.layer)

/** Serves an engine, populated first, in some way. */
export type Carrier = <A, E, E2>(
  engine: Layer.Layer<Engine.Engine, E2>,
  populate: Effect.Effect<A, E, Engine.Engine>,
  more?: Partial<HttpSettings>
) => Effect.Effect<A & { readonly send: Send }, unknown, Scope.Scope>

const settings = { ...defaultSettings, publicUrl: "https://host.example", accessLog: false }

const bodyIn = (text: string): unknown => {
  if (text === "") return null
  return /^[[{]/.test(text) ? JSON.parse(text) : text
}

const headersIn = ({ headers }: Response): Carried["headers"] => {
  const found: { [name: string]: string } = {}
  headers.forEach((value, name) => {
    found[name] = value
  })
  return found
}

const carried = (status: number, headers: Carried["headers"], body: unknown): Carried => ({
  status,
  headers,
  etag: headers["etag"] ?? "",
  replayed: headers["idempotency-replayed"] === "true",
  body
})

/** The server on Node, over a socket. */
export const onNode: Carrier = (engine, populate, more) =>
  Effect.flatMap(Layer.build(engine), (context) =>
    Effect.gen(function*() {
      const populated = yield* populate
      const { port } = yield* serve({
        host: "127.0.0.1",
        port: 0,
        limits: defaultLimits,
        settings: { ...settings, ...more },
        sockets: defaultSockets
      })
      const send: Send = (path, call) =>
        Effect.map(
          sender(port)(path, call),
          ({ headers, status, text }) =>
            carried(status, Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])), bodyIn(text))
        )
      return { ...populated, send }
    }).pipe(Effect.provide(context)))

/** The handler of web requests. */
export const onWeb: Carrier = (engine, populate, more) =>
  Effect.gen(function*() {
    const context = yield* Layer.build(engine)
    const populated = yield* Effect.provide(populate, context)
    const { dispose, handler } = WebHandler.make(
      Layer.mergeAll(Layer.succeedContext(context), Pages.layer, Logger.remove(Logger.defaultLogger)),
      {
        ...settings,
        ...more
      }
    )
    yield* Effect.addFinalizer(() => Effect.promise(dispose))
    const send: Send = (path, { body, headers, method = "GET" }) =>
      Effect.promise(async () => {
        const response = await handler(
          new Request(`https://host.example${path}`, {
            method,
            headers: { "content-type": "application/json", ...headers },
            ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
          })
        )
        return carried(response.status, headersIn(response), bodyIn(await response.text()))
      })
    return { ...populated, send }
  })
