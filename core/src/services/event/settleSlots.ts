import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { Slot } from "../../domain/Timing.js"

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

/** A slot whose id may be still to make. */
export interface UnsettledSlot {
  readonly id: string | null
  readonly begin: number
  readonly end: number
}

/** Gives every slot without id one that the event never had (wire.md §8, Slot id). */
export const settleSlots = (
  slots: ReadonlyArray<UnsettledSlot>,
  retired: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Slot>> =>
  Effect.gen(function*() {
    const used = new Set([...retired, ...slots.flatMap(({ id }) => id === null ? [] : [id])])
    const settled: Array<Slot> = []
    for (const slot of slots) {
      let id = slot.id
      while (id === null) {
        const made = slotIdOf(yield* Random.nextIntBetween(0, alphabet.length ** id_chars))
        if (!used.has(made)) id = made
      }
      used.add(id)
      settled.push({ id, begin: slot.begin, end: slot.end })
    }
    return settled
  })
