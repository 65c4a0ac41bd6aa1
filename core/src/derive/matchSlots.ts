import { type Issue, issue } from "../domain/Issue.js"
import type { Slot } from "../domain/Timing.js"
import type { WrittenSlot } from "../domain/WrittenSlot.js"

/** Which slot is which after `timings` was written. */
export interface SlotMatch<Entry extends WrittenSlot> {
  /** The entries with the ids that they have now, in order of time. A null id is for the caller to make: fresh, and none that is stored or retired. */
  readonly slots: ReadonlyArray<Omit<Entry, "id"> & Pick<WrittenSlot, "id">>
  /** The ids that were retired before, then those of the stored slots that are gone now. */
  readonly retired: ReadonlyArray<string>
  /** One `duplicate` for each entry whose id an earlier entry has. */
  readonly issues: ReadonlyArray<Issue>
}

/**
 * Says which stored slot each written entry is (wire.md §8, Slot id): first by id, whatever the times; then, for entries without id, by
 * begin and end; then by begin. The others are new: an id that came with one is kept unless this event has retired it.
 * `retired` are the ids of slots this event once had.
 */
export const matchSlots = <Entry extends WrittenSlot>(
  stored: ReadonlyArray<Slot>,
  retired: ReadonlyArray<string>,
  written: ReadonlyArray<Entry>
): SlotMatch<Entry> => {
  const gone = new Set(retired)
  const taken = new Set<string>()
  const issues: Array<Issue> = []
  const ids = written.map((entry, index) => {
    if (entry.id === null || gone.has(entry.id)) return null
    if (taken.has(entry.id)) {
      issues.push(
        issue("duplicate", `timings[${index}].id`, { index, origin: entry.id, message: "another slot of this event has this id" })
      )
      return null
    }
    taken.add(entry.id)
    return entry.id
  })
  const adopt = (keyOf: (slot: { readonly begin: number; readonly end: number }) => string): void => {
    const free = new Map(stored.flatMap((slot) => taken.has(slot.id) ? [] : [[keyOf(slot), slot.id]]))
    for (const [index, entry] of written.entries()) {
      const id = entry.id === null && ids[index] === null ? free.get(keyOf(entry)) : undefined
      if (id === undefined || taken.has(id)) continue
      taken.add(id)
      ids[index] = id
    }
  }
  adopt((slot) => `${slot.begin}/${slot.end}`)
  adopt((slot) => `${slot.begin}`)
  const slots = written
    .map((entry, index) => ({ ...entry, id: ids[index] ?? null }))
    .sort((a, b) => a.begin - b.begin || a.end - b.end)
  return { slots, retired: [...retired, ...stored.flatMap((slot) => taken.has(slot.id) ? [] : [slot.id])], issues }
}
