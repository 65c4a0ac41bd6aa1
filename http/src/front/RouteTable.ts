import * as HttpApi from "@effect/platform/HttpApi"
import { Api } from "../api/Api.js"

/** Routes that are no part of `/v2`: for operators and readers of the documentation. */
export const plainRoutes = [
  "/health/live",
  "/health/ready",
  "/openapi.json",
  "/docs",
  "/problems/:kind",
  "/images/:name",
  "/invitation"
] as const

interface Row {
  readonly method: string
  readonly pattern: RegExp
}

const matcher = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, "[^/]+").replaceAll(".", "\\.")}/?$`)

const declared = (): ReadonlyArray<Row> => {
  const rows: Array<Row> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      rows.push({ method: endpoint.method, pattern: matcher(endpoint.path) })
    }
  })
  return rows
}

const rows: ReadonlyArray<Row> = [
  ...declared(),
  ...plainRoutes.map((path) => ({ method: "GET", pattern: matcher(path) })),
  { method: "POST", pattern: matcher("/invitation") }
]

/** The methods that a path takes, in the order of the declarations; empty for a path that nothing answers. */
export const methodsOf = (path: string): ReadonlyArray<string> => {
  const methods = new Set(rows.flatMap(({ method, pattern }) => pattern.test(path) ? [method] : []))
  if (methods.size === 0) return []
  return [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"]
}
