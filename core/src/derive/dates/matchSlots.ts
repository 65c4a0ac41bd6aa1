import { type Issue, issue } from "../../domain/error/Issue.js"
import type { Slot, SlotWrite } from "../../domain/event/Timing.js"

/** The result of matching written `timings` with stored slots. */
export interface SlotMatch<Entry extends SlotWrite> {
  /**
   * The entries with their final ids, in chronological order. For a null id, the caller generates an id that is neither
   * stored nor retired.
   */
  readonly slots: ReadonlyArray<Omit<Entry, "id"> & Pick<SlotWrite, "id">>
  /** Retired ids: the previous ones, then those of stored slots that no longer exist. */
  readonly retired: ReadonlyArray<string>
  /** One `duplicate` per entry with the id of an earlier entry. */
  readonly issues: ReadonlyArray<Issue>
}

/**
 * Matches written entries with stored slots (wire.md §8, Slot id). Entries match by id, independent of their times.
 * Entries without id match by begin and end, then by begin. All others are new and use their own id unless this event
 * has retired it. `retired` contains the ids of former slots of this event.
 */
export const matchSlots = <Entry extends SlotWrite>(
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
