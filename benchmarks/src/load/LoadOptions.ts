import * as Schema from "effect/Schema"

/** One request. `{seq}` in the path and the body stands for a number that no other request of the run has. */
export const LoadRequest = Schema.Struct({
  method: Schema.optionalWith(Schema.Literal("GET", "POST", "PUT", "PATCH", "DELETE"), { default: () => "GET" as const }),
  path: Schema.String,
  headers: Schema.Record({ key: Schema.String, value: Schema.String }),
  body: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null }),
  /** What sort of request it is: latencies are told of each sort. */
  kind: Schema.optionalWith(Schema.String, { default: () => "" }),
  /** The status that it has to be answered with. */
  status: Schema.optionalWith(Schema.Int, { default: () => 200 })
})
/** One request. */
export type LoadRequest = typeof LoadRequest.Type

/** A load: requests in rotation over persistent connections; each sends its next request when the last is answered. */
export const LoadOptions = Schema.Struct({
  /** The processes that answer, and where: each is asked by its share of the connections. */
  servers: Schema.NonEmptyArray(Schema.Struct({ port: Schema.Int, pid: Schema.Int })),
  requests: Schema.NonEmptyArray(LoadRequest),
  /** Where the numbers of `{seq}` begin. */
  seq_from: Schema.Int,
  connections: Schema.Int,
  /** Requests that all connections together begin in a second; null: as many as are answered. */
  pace_perSecond: Schema.NullOr(Schema.Number),
  /** After so many answers the load ends, and not before: all of them count. Null: after its time. */
  requests_max: Schema.NullOr(Schema.Int),
  /** Milliseconds before counting begins. */
  warmUp_ms: Schema.Number,
  /** Milliseconds of counting. */
  measure_ms: Schema.Number
})
/** A load. */
export type LoadOptions = typeof LoadOptions.Type

const Latencies = Schema.Struct({
  requests: Schema.Int,
  perSecond: Schema.Number,
  /** Null where nothing was answered. */
  p50_ms: Schema.NullOr(Schema.Number),
  p99_ms: Schema.NullOr(Schema.Number),
  /** The slowest. */
  max_ms: Schema.NullOr(Schema.Number)
})
/** How many were answered, and how fast. */
export type Latencies = typeof Latencies.Type

/** What a load found. */
export const LoadResult = Schema.Struct({
  ...Latencies.fields,
  kinds: Schema.Record({ key: Schema.String, value: Latencies }),
  /** The time on a processor of all that answer, for one request. */
  cpu_us: Schema.NullOr(Schema.Number),
  resident_bytes: Schema.NullOr(Schema.Number),
  anonymous_bytes: Schema.NullOr(Schema.Number)
})
/** What a load found. */
export type LoadResult = typeof LoadResult.Type
