import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { Issue } from "./Issue.js"
import type { JsonObject } from "./Json.js"

const Issues = Schema.Array(Schema.declare((value): value is Issue => typeof value === "object" && value !== null && "code" in value))

/**
 * What was sent cannot be taken: every fault at once. `subject` says whether it was the body, a parameter or a cursor.
 * Nothing was changed.
 */
export class Invalid extends Schema.TaggedError<Invalid>("@agenda-engine/core/Invalid")("Invalid", {
  subject: Schema.Literal("data", "parameters"),
  issues: Issues
}) {
  override get message(): string {
    return this.subject === "data" ? "data is invalid" : "parameters are invalid"
  }
}

/** Nobody is known by what was presented, or nothing was presented (wire.md §3). */
export class Unauthorized extends Schema.TaggedError<Unauthorized>("@agenda-engine/core/Unauthorized")("Unauthorized", {
  message: Schema.String
}) {}

/** The caller is known, the right is missing (wire.md §3). */
export class Forbidden extends Schema.TaggedError<Forbidden>("@agenda-engine/core/Forbidden")("Forbidden", {
  message: Schema.String
}) {}

/** What was asked for is not there, or the caller may not know that it is. */
export class NotFound extends Schema.TaggedError<NotFound>("@agenda-engine/core/NotFound")("NotFound", {
  what: Schema.Literal("agenda", "event", "location", "member", "invitation", "user", "key", "network", "location set", "image", "route")
}) {
  override get message(): string {
    return `${this.what} not found`
  }
}

/** What is there does not allow it: a location in use, an address already known. `issues`: which parts of a body it is about, where it is. */
export class Conflict extends Schema.TaggedError<Conflict>("@agenda-engine/core/Conflict")("Conflict", {
  message: Schema.String,
  issues: Schema.optionalWith(Issues, { exact: true })
}) {}

/** What is there now, in the place of what a caller meant to change: its version where it has one, and how they read it. */
export interface Current {
  readonly version: number | null
  readonly shown: JsonObject
}

const CurrentOrNull = Schema.NullOr(
  Schema.declare((value): value is Current => typeof value === "object" && value !== null && "version" in value && "shown" in value)
)

/** What is there is no longer, or never was, what the caller meant to change (wire.md §4, `If-Match`). `current` is null where nothing is. */
export class Outdated extends Schema.TaggedError<Outdated>("@agenda-engine/core/Outdated")("Outdated", {
  what: Schema.Literal("event", "location"),
  current: CurrentOrNull
}) {
  override get message(): string {
    return this.current === null ? `the ${this.what} is not there` : `the ${this.what} has changed`
  }
}

/**
 * A write cannot be asked for again like this (wire.md §4, Idempotency-Key): the first attempt is not answered yet, or what was named so was
 * another request.
 */
export class RetryRefused extends Schema.TaggedError<RetryRefused>("@agenda-engine/core/RetryRefused")("RetryRefused", {
  reason: Schema.Literal("underway", "another request")
}) {
  override get message(): string {
    return this.reason === "underway"
      ? "the first request with this idempotency key is under way"
      : "this idempotency key was used with another request"
  }
}

/**
 * The store failed. `Conflict`: another writer came first, the same transaction may succeed when run again; `Busy`: other writers held it for
 * longer than it waits; `ReadOnly`: it takes no writes; `Unavailable`: it cannot be reached; `Corrupt`: it answered what it cannot have been
 * given; `Unsupported`: it cannot do this.
 * `uid` names the record that is corrupt, where that is known.
 */
export class StoreError extends Schema.TaggedError<StoreError>("@agenda-engine/core/StoreError")("StoreError", {
  reason: Schema.Literal("Conflict", "Busy", "ReadOnly", "Unavailable", "Corrupt", "Unsupported"),
  operation: Schema.String,
  uid: Schema.optionalWith(Schema.Int, { exact: true }),
  cause: Schema.Defect
}) {
  override get message(): string {
    return `the store failed (${this.reason}) in ${this.operation}`
  }
}

/** Whether this is a `StoreError`, made by this copy of the class or by that of another package. */
export const isStoreError = (error: unknown): error is StoreError => Predicate.isTagged(error, "StoreError")

/** Everything an engine service may fail with. */
export type EngineError = Invalid | Unauthorized | Forbidden | NotFound | Conflict | Outdated | RetryRefused | StoreError
