import { issueCodes } from "@agenda-engine/core/domain/error/Issue"
import { loadOnce } from "@agenda-engine/core/domain/loadOnce"
import { memoize } from "@agenda-engine/core/domain/LruCache"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { HttpSettings } from "../HttpSettings.js"
import type { Handle, PlainHandlers } from "../request/Handle.js"
import { constantBody } from "../response/constantBody.js"
import { problemKinds, Refusal } from "../response/Refusal.js"

const isKind = (kind: string | undefined): kind is keyof typeof problemKinds => kind !== undefined && Object.hasOwn(problemKinds, kind)

const problem: Handle = ({ params: { kind } }) => {
  if (!isKind(kind)) return new Refusal({ kind: "not-found", message: "unknown kind of problem" })
  const codes = kind === "validation" || kind === "parameters"
    ? Object.entries(issueCodes).map(([code, row]) => ({ code, ...row }))
    : []
  return Effect.succeed(HttpServerResponse.unsafeJson({ kind, ...problemKinds[kind], codes }))
}

/** Maximum number of documents cached, by base URL: a server has few, but a client may send any `Host`. */
const bases_max = 10

/** The documents only change with a new version of the program. */
const constantHeaders = { "cache-control": "public, max-age=300, must-revalidate" }

/** Content security policy of the API reference page, which is self-contained. */
const offline =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; connect-src 'self'"

/** The contract, loaded on the first request. Building its schemas would lengthen a server's start by a tenth. */
const contract = Effect.promise(() => import("../api/Api.js"))

/**
 * The reference page of Effect platform, loaded on the first request because it is large and rarely used. It needs an
 * HttpApi only for the OpenAPI document, so that it gets an empty one with our document.
 */
const reference = (settings: HttpSettings) =>
  Effect.gen(function*() {
    const { openApi } = yield* contract
    const [HttpApi, HttpApiBuilder, OpenApi, swagger] = yield* Effect.promise(() =>
      Promise.all([
        import("@effect/platform/HttpApi"),
        import("@effect/platform/HttpApiBuilder"),
        import("@effect/platform/OpenApi"),
        import("@effect/platform/HttpApiSwagger")
      ])
    )
    const documented = HttpApi.make("documented").annotateContext(
      OpenApi.annotations({ transform: () => ({ ...openApi("", settings) }) })
    )
    const layer = Layer.provide(swagger.layer({ path: "/*" }), HttpApiBuilder.api(documented))
    const built = yield* Layer.build(Layer.provideMerge(layer, HttpApiBuilder.Router.Live))
    return yield* Effect.flatten(Context.get(built, HttpApiBuilder.Router).router)
  }).pipe(
    // Made when it is needed: the first `Request` of a process loads the whole of Node's fetch.
    Effect.provideServiceEffect(
      HttpServerRequest.HttpServerRequest,
      Effect.sync(() => HttpServerRequest.fromWeb(new Request("http://localhost/")))
    ),
    Effect.provide(HttpServer.layerContext),
    Effect.scoped,
    Effect.orDie
  )

/** `/openapi.json`, `/docs` (the self-contained interactive reference) and `/problems/{kind}`. */
export const documentationRoutes = (settings: HttpSettings) =>
  Effect.gen(function*() {
    const described = yield* loadOnce(
      Effect.map(contract, ({ openApi }) =>
        memoize(bases_max, (base) =>
          constantBody(HttpServerResponse.unsafeJson(openApi(base, settings), { headers: constantHeaders }))))
    )
    const docs = yield* loadOnce(
      Effect.map(reference(settings), (page) =>
        constantBody(HttpServerResponse.setHeaders(page, { ...constantHeaders, "content-security-policy": offline })))
    )
    return {
      openApi: ({ base }) =>
        Effect.map(described, (documentOf) =>
          documentOf(base)),
      docs: () =>
        docs,
      problem
    } satisfies Partial<PlainHandlers>
  })
