interface Held<A> {
  readonly value: A
  readonly bytes: number
}

/** Values by name, of so many bytes in all: when there are more, those go that were not looked up for longest. */
export class HeldBytes<A> {
  private readonly values = new Map<string, Held<A>>()
  private total = 0

  constructor(private readonly bytes_max: number) {}

  /** The value of this name, which is the last to go from now on; undefined: there is none. */
  get(name: string): A | undefined {
    const held = this.values.get(name)
    if (held === undefined) return undefined
    this.values.delete(name)
    this.values.set(name, held)
    return held.value
  }

  /** Whether there is a value of this name; it is not looked up. */
  has(name: string): boolean {
    return this.values.has(name)
  }

  /** Holds a value of so many bytes, in the place of the one with its name; one that is larger than all may be is not held, and no other goes. */
  set(name: string, value: A, bytes: number): void {
    this.total -= this.values.get(name)?.bytes ?? 0
    this.values.delete(name)
    if (bytes > this.bytes_max) return
    this.total += bytes
    this.values.set(name, { value, bytes })
    for (const [oldest, { bytes: freed }] of this.values) {
      if (this.total <= this.bytes_max) return
      this.values.delete(oldest)
      this.total -= freed
    }
  }
}
