/** What a write leaves of an event. Lists have the published ones alone. */
export type Left = "published" | "hidden" | "removed"

/** An event as an answer shows it: its number and that of the write it is of. */
export interface Shown {
  readonly event: number
  readonly write: number
}

/** For each event, the first write that a response may show. */
export type Known = ReadonlyArray<number>

const title = /^event(\d+) write(\d+)$/

/** The title of an event after a write. */
export const titleOf = ({ event, write }: Shown): string => `event${event} write${write}`

const shownBy = (text: string): Shown => {
  const [, event, write] = title.exec(text) ?? []
  return { event: Number(event), write: Number(write) }
}

/**
 * Model of events that are written and read concurrently; each event has one writer. A response must not be older than
 * the last write that was acknowledged, or shown by another response, before its request was sent.
 */
export class ModelledEvents {
  private readonly left: ReadonlyArray<Array<Left>>
  private readonly least: Array<number>
  constructor(readonly count: number) {
    this.left = Array.from({ length: count }, () => ["removed"])
    this.least = Array.from({ length: count }, () => 0)
  }

  /** Notes that a write begins. Returns its number. */
  begin(event: number, left: Left): number {
    return (this.left[event]?.push(left) ?? 0) - 1
  }

  /** Notes that a write was acknowledged, or shown by a response. */
  note({ event, write }: Shown): void {
    this.least[event] = Math.max(this.least[event] ?? 0, write)
  }

  /** The oldest writes that the response to a request sent now may show. */
  known(): Known {
    return this.least.slice()
  }

  /** What is wrong with the answer to a request for one event. Null: it is not there. */
  faultsOfOne(known: Known, event: number, text: string | null): ReadonlyArray<string> {
    if (text === null) {
      return this.possible(known, event).includes("removed") ? [] : [`event${event} is not found, at least write ${known[event]} is`]
    }
    return this.faultsOfShown(known, shownBy(text), "removed")
  }

  /** What is wrong with a list of titles, that has to have these events where they are published. */
  faultsOfList(known: Known, texts: ReadonlyArray<string>, required: ReadonlyArray<number>): ReadonlyArray<string> {
    const shown = texts.map(shownBy)
    const missing = required.filter((event) =>
      this.possible(known, event).every((left) => left === "published") && !shown.some((one) => one.event === event)
    )
    return [
      ...missing.map((event) => `event${event} is not listed, at least write ${known[event]} is`),
      ...shown.flatMap((one) => this.faultsOfShown(known, one, "hidden"))
    ]
  }

  /** What is wrong with a number of published events. */
  faultsOfTotal(known: Known, total: number): ReadonlyArray<string> {
    const all = known.map((_, event) => this.possible(known, event))
    const least = all.filter((lefts) => lefts.every((left) => left === "published")).length
    const most = all.filter((lefts) => lefts.includes("published")).length
    return total >= least && total <= most ? [] : [`a total of ${total}, not ${least} to ${most}`]
  }

  private possible(known: Known, event: number): ReadonlyArray<Left> {
    return this.left[event]?.slice(known[event]) ?? []
  }

  /** `unfit`: what no answer of this kind shows. A removed event is in no answer. */
  private faultsOfShown(known: Known, { event, write }: Shown, unfit: Left): ReadonlyArray<string> {
    const least = known[event] ?? 0
    const left = this.left[event]?.[write]
    if (left === undefined || left === "removed" || left === unfit || write < least) {
      return [`event${event} is shown as of write ${write}, which left it ${left}; at least write ${least} is`]
    }
    this.note({ event, write })
    return []
  }
}
