import * as Predicate from "effect/Predicate"

const messageOf = (error: unknown): string =>
  typeof error === "string" ? error : Predicate.hasProperty(error, "message") && Predicate.isString(error.message) ? error.message : ""

/** The first of the errors that an `AggregateError` holds, whose own message is empty for refused connections. */
const firstOf = (error: unknown): unknown =>
  Predicate.hasProperty(error, "errors") && Array.isArray(error.errors) ? error.errors[0] : undefined

/**
 * The message of an error, or of its cause when it has none; empty when neither has one. Without users and passwords of
 * URLs.
 *
 * @example
 * causeMessage(new Error("no route to postgres://user:word@db/agenda")) // "no route to postgres://db/agenda"
 */
export const causeMessage = (error: unknown): string => {
  const cause = Predicate.hasProperty(error, "cause") ? error.cause : undefined
  const message = [error, firstOf(error), cause, firstOf(cause)].map(messageOf).find((text) => text !== "") ?? ""
  return message.replace(/(:\/\/)[^\s/@]*@/g, "$1")
}
