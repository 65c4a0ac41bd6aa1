import { expect } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { Answer } from "../world/World.js"

/** Text that is not empty. */
export const Text = Schema.NonEmptyString

/** Text keyed by language, French among them. */
export const Multilingual = Schema.Struct({ fr: Text }, { key: Schema.String, value: Text })

/** Keywords by language. */
export const Keywords = Schema.Struct({ fr: Schema.NonEmptyArray(Text) })

/** An instant as slots have it: seconds and an offset, without a fraction. */
export const SlotInstant = Schema.String.pipe(Schema.pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/))

/** An instant in UTC with milliseconds. */
export const UtcInstant = Schema.String.pipe(Schema.pattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))

/** Begin and end of a slot. */
export const Timing = Schema.Struct({ begin: SlotInstant, end: SlotInstant })

const size = Schema.Struct({ width: Schema.Int, height: Schema.Int })

/** An image: the address of each rendition is `base` followed by its `filename`. */
export const Image = Schema.Struct({
  base: Text,
  filename: Text,
  size,
  variants: Schema.NonEmptyArray(Schema.Struct({ type: Schema.Literal("full", "thumbnail"), filename: Text, size }))
})

/** Which impairments an event is accessible to. */
export const Accessibility = Schema.Struct({
  hi: Schema.Boolean,
  ii: Schema.Boolean,
  mi: Schema.Boolean,
  pi: Schema.Boolean,
  vi: Schema.Boolean
})

/** The youngest and the oldest age. */
export const Age = Schema.Struct({ min: Schema.Int, max: Schema.Int })

/** How to register. */
export const Registration = Schema.NonEmptyArray(Schema.Struct({ type: Schema.Literal("link", "email", "phone"), value: Text }))

/** A choice with its label. */
export const Labelled = Schema.Struct({ id: Schema.Int, label: Multilingual })

/** An answer read as its client reads it: status 200, and every field of the schema there with its type. */
export const readAs = <A, I>(answer: Answer, schema: Schema.Schema<A, I>): A => {
  expect(answer.status, answer.text).toBe(200)
  return Schema.decodeUnknownSync(schema)(answer.body)
}
