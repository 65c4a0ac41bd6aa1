import * as Effect from "effect/Effect"
import type { WrittenSlot } from "../../domain/WrittenSlot.js"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const id_chars = 5

const slotIdOf = (number: number): string => {
  let left = number
  let id = ""
  for (let place = 0; place < id_chars; place++) {
    id = alphabet.charAt(left % alphabet.length) + id
    left = Math.floor(left / alphabet.length)
  }
  return id
}

/** A slot as it was written, with its id for good. */
export interface SettledSlot extends WrittenSlot {
  readonly id: string
}

/** Gives every slot without id one that the event never had (wire.md §8, Slot id). */
export const settleSlots = (
  slots: ReadonlyArray<WrittenSlot>,
  retired: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<SettledSlot>> =>
  Effect.gen(function*() {
    const random = yield* Effect.random
    const used = new Set([...retired, ...slots.flatMap(({ id }) => id === null ? [] : [id])])
    const settled: Array<SettledSlot> = []
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
