import type { Json, JsonObject } from "@agenda-engine/core/domain/text/Json"

/**
 * A fault in one line (code, field, language, `#` and index, each where there is one), and the value that was refused;
 * null: none is told.
 */
export type Fault = readonly [line: string, origin: Json]

/** What a write of a value does. */
export interface Outcome {
  /** How the value reads afterwards; absent: as it was written. */
  readonly reads?: Json
  /** All the faults that are answered, in this order; then nothing is written. */
  readonly faults?: ReadonlyArray<Fault>
}

/** One value of a field, and what creates, full updates and partial updates make of it. */
export interface FieldCase extends Outcome {
  readonly says: string
  readonly value: Json
  /** What the body holds beside the field. */
  readonly beside?: JsonObject
  /** Whether one kind of write is enough, as another case of the same reader is tried with all. */
  readonly once?: boolean
  /** The outcome of a partial update, where it is another one. */
  readonly patched?: Outcome
  /** The outcome of a full update, where it is another one. */
  readonly replaced?: Outcome
}

/** The cases of each field of a body. */
export type FieldTable = { readonly [field: string]: ReadonlyArray<FieldCase> }

/** A value that is taken, and how it reads where that is another value. */
export const taken = (says: string, value: Json, reads: Json = value, more: Partial<FieldCase> = {}): FieldCase => ({
  says,
  value,
  reads,
  ...more
})

/** A value that is refused, with its faults. */
export const refused = (says: string, value: Json, ...faults: ReadonlyArray<Fault>): FieldCase => ({ says, value, faults })

/** A value that is refused with one fault, which shows it whole. */
export const refusedAs = (says: string, value: Json, line: string): FieldCase => refused(says, value, [line, value])

/** The values of every JSON type but those of `but`, each refused with the same fault. */
export const wrongTypes = (
  line: string,
  ...but: ReadonlyArray<"string" | "number" | "boolean" | "list" | "object">
): ReadonlyArray<FieldCase> =>
  ([
    ["string", "a text"],
    ["number", 5],
    ["boolean", true],
    ["list", ["a"]],
    ["object", { a: 1 }]
  ] as const).flatMap(([type, value]) => but.includes(type) ? [] : [refusedAs(`a ${type}`, value, line)])

/** What says that there is nothing, of any JSON type. */
export const blanks: ReadonlyArray<readonly [says: string, value: Json]> = [
  ["null", null],
  ["an empty list", []],
  ["an empty object", {}],
  ["a blank text", " \n\t "]
]

/** What says that there is nothing, and reads so. */
export const emptied = (reads: Json, more: Partial<FieldCase> = {}): ReadonlyArray<FieldCase> =>
  blanks.map(([says, value], index) => taken(says, value, reads, { ...more, once: index > 0 }))
