import * as Either from "effect/Either"
import type { EventState } from "../domain/Event.js"
import type { Json } from "../domain/Json.js"
import type { FieldReading } from "./FieldReading.js"
import { isBlank } from "./isBlank.js"
import { readChoice } from "./readChoice.js"

const states: ReadonlyArray<EventState> = [-1, 0, 1, 2]

/** Parses a moderation state; null when blank, which leaves the state unchanged. */
export const readState = (value: Json): FieldReading<EventState | null> =>
  isBlank(value) ? Either.right(null) : readChoice("state", value, states)
