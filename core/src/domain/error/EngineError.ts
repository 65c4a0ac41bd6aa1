import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { JsonObject } from "../text/Json.js"
import { causeMessage } from "./causeMessage.js"
import { type Issue, summarizeIssues } from "./Issue.js"

const Issues = Schema.Array(Schema.declare((value): value is Issue => typeof value === "object" && value !== null && "code" in value))

/**
 * The request is invalid; lists every issue at once. `subject` is the body (`data`), or a parameter or cursor
 * (`parameters`). Nothing was changed.
 */
export class Invalid extends Schema.TaggedError<Invalid>("@agenda-engine/core/Invalid")("Invalid", {
  subject: Schema.Literal("data", "parameters"),
  issues: Issues
}) {
  /** What is invalid, without the issues. */
  get title(): string {
    return this.subject === "data" ? "data is invalid" : "parameters are invalid"
  }

  override get message(): string {
    return this.issues.length === 0 ? this.title : `${this.title}: ${summarizeIssues(this.issues)}`
  }
}

/** Authentication failed: the credential is missing or unknown (wire.md §3). */
export class Unauthorized extends Schema.TaggedError<Unauthorized>("@agenda-engine/core/Unauthorized")("Unauthorized", {
  message: Schema.String
}) {}

/** Authorization failed: the caller is authenticated but lacks the right (wire.md §3). */
export class Forbidden extends Schema.TaggedError<Forbidden>("@agenda-engine/core/Forbidden")("Forbidden", {
  message: Schema.String
}) {}

/** The resource does not exist, or the caller may not learn that it exists. */
export class NotFound extends Schema.TaggedError<NotFound>("@agenda-engine/core/NotFound")("NotFound", {
  what: Schema.Literal(
    "agenda",
    "event",
    "location",
    "member",
    "invitation",
    "user",
    "key",
    "network",
    "location set",
    "image",
    "route",
    "consumer",
    "parked change",
    "webhook"
  )
}) {
  override get message(): string {
    return `${this.what} not found`
  }
}

/**
 * The current state does not allow the change: a location in use, an address that already exists. `issues` lists the
 * parts of the body that conflict, when known.
 */
export class Conflict extends Schema.TaggedError<Conflict>("@agenda-engine/core/Conflict")("Conflict", {
  message: Schema.String,
  issues: Schema.optionalWith(Issues, { exact: true })
}) {}

/**
 * The current state of the resource that a caller wanted to change: its version, or null when it has none, and its
 * representation for that caller.
 */
export interface Current {
  readonly version: number | null
  readonly shown: JsonObject
}

const CurrentOrNull = Schema.NullOr(
  Schema.declare((value): value is Current => typeof value === "object" && value !== null && "version" in value && "shown" in value)
)

/**
 * A precondition failed: the resource is not in the version that the caller named (wire.md §4, `If-Match`). `current`
 * is null when the resource does not exist.
 */
export class VersionMismatch extends Schema.TaggedError<VersionMismatch>("@agenda-engine/core/VersionMismatch")("VersionMismatch", {
  what: Schema.Literal("event", "location"),
  current: CurrentOrNull
}) {
  override get message(): string {
    return this.current === null ? `the ${this.what} is not there` : `the ${this.what} has changed`
  }
}

/**
 * An Idempotency-Key cannot be used (wire.md §4). `underway`: the first request with it has no response yet. `another
 * request`: it was used for a different request.
 */
export class IdempotencyConflict
  extends Schema.TaggedError<IdempotencyConflict>("@agenda-engine/core/IdempotencyConflict")("IdempotencyConflict", {
    reason: Schema.Literal("underway", "another request")
  })
{
  override get message(): string {
    return this.reason === "underway"
      ? "the first request with this idempotency key is under way"
      : "this idempotency key was used with another request"
  }
}

/**
 * A cursor of changes cannot be followed any more (wire.md §9): what came after it was deleted, it is of another log,
 * or the caller's rights have changed. `next` is the cursor to go on from after reading `full`, the path and query of
 * the full list.
 */
export class CursorExpired extends Schema.TaggedError<CursorExpired>("@agenda-engine/core/CursorExpired")("CursorExpired", {
  full: Schema.String,
  next: Schema.String
}) {
  override get message(): string {
    return "the cursor has expired: read the full list, then go on from next"
  }
}

/**
 * A store operation failed.
 *
 * `Conflict`: another writer came first; running the same transaction again may succeed. `Busy`: the store stayed
 * locked by other writers beyond its timeout. `ReadOnly`: it accepts no writes. `Unavailable`: it cannot be reached.
 * `Corrupt`: it returned data that cannot have been stored. `Unsupported`: it does not implement the operation.
 *
 * `uid` is that of the corrupt record, when known. `line` is the first line of an import that is not imported.
 */
export class StoreError extends Schema.TaggedError<StoreError>("@agenda-engine/core/StoreError")("StoreError", {
  reason: Schema.Literal("Conflict", "Busy", "ReadOnly", "Unavailable", "Corrupt", "Unsupported"),
  operation: Schema.String,
  uid: Schema.optionalWith(Schema.Int, { exact: true }),
  line: Schema.optionalWith(Schema.Int, { exact: true }),
  cause: Schema.Defect
}) {
  override get message(): string {
    const stopped = this.line === undefined ? "" : `: line ${this.line} and those after it are not imported`
    const cause = causeMessage(this.cause)
    return `the store failed (${this.reason}) in ${this.operation}${stopped}${cause === "" ? "" : `: ${cause}`}`
  }
}

/** Whether this is a `StoreError`. Compares tags, so that errors of another copy of this package match too. */
export const isStoreError = (error: unknown): error is StoreError => Predicate.isTagged(error, "StoreError")

/** Every error of the engine's services. */
export type EngineError =
  | Invalid
  | Unauthorized
  | Forbidden
  | NotFound
  | Conflict
  | VersionMismatch
  | IdempotencyConflict
  | CursorExpired
  | StoreError
