import * as Effect from "effect/Effect"
import type { WrittenSlot } from "../../domain/WrittenSlot.js"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const id_chars = 5

const slotIdOf = (number: number): string => {
  let left = number
  let id = ""
  for (let digit = 0; digit < id_chars; digit++) {
    id = alphabet.charAt(left % alphabet.length) + id
    left = Math.floor(left / alphabet.length)
  }
  return id
}

/** A written slot with its permanent id. */
export interface IdentifiedSlot extends WrittenSlot {
  readonly id: string
}

/** Assigns every slot without id one that the event has never used (wire.md §8, Slot id). */
export const assignSlotIds = (
  slots: ReadonlyArray<WrittenSlot>,
  retired: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<IdentifiedSlot>> =>
  Effect.gen(function*() {
    const random = yield* Effect.random
    const used = new Set([...retired, ...slots.flatMap(({ id }) => id === null ? [] : [id])])
    const settled: Array<IdentifiedSlot> = []
    for (const slot of slots) {
      let id = slot.id
      while (id === null) {
        const made = slotIdOf(yield* random.nextIntBetween(0, alphabet.length ** id_chars))
        if (!used.has(made)) id = made
      }
      used.add(id)
      settled.push({ ...slot, id })
    }
    return settled
  })
