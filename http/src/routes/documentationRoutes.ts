import { issueCodes } from "@agenda-engine/core/domain/error/Issue"
import { memoize } from "@agenda-engine/core/domain/memoize"
import type * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { openApi } from "../api/Api.js"
import { CurrentRequest } from "../context/CurrentRequest.js"
import { CurrentSettings } from "../HttpSettings.js"
import { constantBody } from "../pipeline/encodeResponse.js"
import { isLeftOut } from "../pipeline/RouteTable.js"
import { answer } from "../response/answer.js"
import { problemKinds, Refusal } from "../response/Refusal.js"

const isKind = (kind: string | undefined): kind is keyof typeof problemKinds => kind !== undefined && Object.hasOwn(problemKinds, kind)

const problem = Effect.gen(function*() {
  const { kind } = yield* HttpRouter.params
  if (!isKind(kind)) return yield* new Refusal({ kind: "not-found", message: "unknown kind of problem" })
  const codes = kind === "validation" || kind === "parameters"
    ? Object.entries(issueCodes).map(([code, row]) => ({ code, ...row }))
    : []
  return HttpServerResponse.unsafeJson({ kind, ...problemKinds[kind], codes })
})

/** Maximum number of documents cached, by base URL: a server has few, but a client may send any `Host`. */
const bases_max = 10

/** The documents only change with a new version of the program. */
const constantHeaders = { "cache-control": "public, max-age=300, must-revalidate" }

const contract = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const { withoutRoutes } = yield* CurrentSettings
    const isServed = (path: string) => !isLeftOut(path, withoutRoutes)
    const described = memoize(
      bases_max,
      (base) => constantBody(HttpServerResponse.unsafeJson(openApi(base, isServed), { headers: constantHeaders }))
    )
    yield* router.get(
      "/openapi.json",
      Effect.map(CurrentRequest, ({ base }) => described(base))
    )
    yield* router.get("/problems/:kind", answer(problem))
  })
)

const reference = Effect.gen(function*() {
  const swagger = yield* Effect.promise(() => import("@effect/platform/HttpApiSwagger"))
  const built = yield* Layer.build(Layer.provideMerge(swagger.layer({ path: "/*" }), HttpApiBuilder.Router.Live))
  return yield* Context.get(built, HttpApiBuilder.Router).router
}).pipe(Effect.scoped, Effect.uninterruptible)

/** Loaded on the first request, because the page is large and rarely used. */
const docs = HttpApiBuilder.Router.use((router) =>
  Effect.gen(function*() {
    const api = yield* Effect.context<HttpApi.Api>()
    const made = Effect.map(
      Effect.flatten(Effect.provide(reference, api)),
      (response) => constantBody(HttpServerResponse.setHeaders(response, constantHeaders))
    )
    yield* router.get("/docs", yield* Effect.cached(Effect.uninterruptible(made)))
  })
)

/** Routes `/openapi.json`, `/docs` (the self-contained interactive reference) and `/problems/{kind}`. */
export const documentationRoutes = Layer.merge(contract, docs)
