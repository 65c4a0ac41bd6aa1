/** One kind of problem: the last part of its `type`, with its status and title. */
export interface ProblemKindRow {
  readonly status: number
  readonly title: string
}

/** Every kind of problem there is (wire.md §4); the key is the last segment of `type`. */
export const problemKinds = {
  "validation": { status: 400, title: "The data is invalid" },
  "parameters": { status: 400, title: "The parameters are invalid" },
  "malformed-request": { status: 400, title: "The request is malformed" },
  "unauthorized": { status: 401, title: "A credential is needed" },
  "forbidden": { status: 403, title: "The right to do this is missing" },
  "not-found": { status: 404, title: "There is no such thing here" },
  "method-not-allowed": { status: 405, title: "The method is not allowed here" },
  "request-timeout": { status: 408, title: "The request took too long to arrive" },
  "conflict": { status: 409, title: "What is there does not allow it" },
  "retry-underway": { status: 409, title: "The first request of this name is under way" },
  "precondition-failed": { status: 412, title: "What is there has changed" },
  "content-too-large": { status: 413, title: "The body is too large" },
  "uri-too-long": { status: 414, title: "The request line is too long" },
  "unsupported-media-type": { status: 415, title: "The body is of a type that is not read" },
  "retry-mismatch": { status: 422, title: "The name was given to another request" },
  "headers-too-large": { status: 431, title: "The headers are too large" },
  "internal": { status: 500, title: "The server failed" },
  "unavailable": { status: 503, title: "The service is not available" }
} as const satisfies Record<string, ProblemKindRow>

/** The name of a kind of problem. */
export type ProblemKind = keyof typeof problemKinds
