/** An event or a tombstone as a synchronising client meets it. */
interface Change {
  readonly uid: number
  readonly removed: boolean
  readonly updatedAt: string
}

interface Page {
  readonly events: ReadonlyArray<Change>
  readonly after: ReadonlyArray<string> | null
}

const page_events = 10

const cursorOf = (after: ReadonlyArray<string>): string => after.map((part) => `&after[]=${encodeURIComponent(part)}`).join("")

/** All pages of a list, to a reader with a key. */
export const walk = async (events: string, key: string, query: string): Promise<ReadonlyArray<Change>> => {
  const found: Array<Change> = []
  let after: ReadonlyArray<string> | null = []
  while (after !== null) {
    const response: Response = await fetch(`${events}?${query}${cursorOf(after)}`, { headers: { key } })
    if (response.status !== 200) throw new Error(`a poll was answered with ${response.status}: ${await response.text()}`)
    const page: Page = await response.json()
    found.push(...page.events)
    after = page.after
  }
  return found
}

/**
 * A client that keeps a copy of what it may see, by asking again and again what changed since the last change it saw
 * (service.md, Synchronisation).
 */
export class Mirror {
  readonly events = new Map<number, Change>()
  /** Uids that a tombstone was seen of. */
  readonly removed = new Set<number>()
  /** What was wrong with what it was told. */
  readonly faults: Array<string> = []
  private greatest = "1970-01-01T00:00:00.000Z"
  polls = 0
  constructor(readonly key: string, readonly query = "") {}

  async poll(events: string): Promise<void> {
    const since = this.greatest
    const changes = await walk(events, this.key, `updatedAt[gte]=${since}&removed=null&sort=updatedAt.asc&size=${page_events}${this.query}`)
    this.polls += 1
    for (const change of changes) {
      if (change.updatedAt < since) this.faults.push(`${change.uid} is of ${change.updatedAt}, before ${since}`)
      if (change.updatedAt > this.greatest) this.greatest = change.updatedAt
      if (change.removed) {
        this.events.delete(change.uid)
        this.removed.add(change.uid)
      } else this.events.set(change.uid, change)
    }
  }
}
