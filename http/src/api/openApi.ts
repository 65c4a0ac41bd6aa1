import * as OpenApi from "@effect/platform/OpenApi"
import { Api } from "./Api.js"

/** The contract as an OpenAPI 3.1 document; `base` is the base of the server's URLs, without a trailing slash. */
export const openApi = (base: string): OpenApi.OpenAPISpec => ({
  ...OpenApi.fromApi(Api),
  servers: [{ url: base === "" ? "/" : base }]
})
