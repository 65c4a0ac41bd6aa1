import { PCGRandom } from "effect/Utils"

/** Code points that parsers stumble over: signs of every syntax, controls, lone surrogates, other scripts. */
const signs = [
  ..."\0\t\n\r \"'`\\/<>&;:=,.%+-*#?!|()[]{}@_~^$09azAZéßİ日\uFEFF\u200B\u202E\u2028",
  "\uD83C",
  "\uDFB7",
  "🎷",
  "\r\n",
  "%00",
  "%ff"
]

/** Draws the parts of one input. The same seed and index draw the same input. */
export class Draw {
  private readonly random: PCGRandom

  constructor(seed: number, index: number) {
    this.random = new PCGRandom(seed, index)
  }

  /** An integer from 0 to below `limit`. */
  below(limit: number): number {
    return limit <= 1 ? 0 : this.random.integer(limit)
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0
  }

  pick<A>(items: readonly [A, ...ReadonlyArray<A>]): A {
    return items[this.below(items.length)] ?? items[0]
  }

  bytes(length_max: number): Uint8Array {
    return Uint8Array.from({ length: this.below(length_max + 1) }, () => this.below(256))
  }

  /** Text of random signs. */
  noise(length_max: number): string {
    return Array.from({ length: this.below(length_max + 1) }, () => signs[this.below(signs.length)]).join("")
  }

  /**
   * A sample with a few edits: parts removed, repeated, moved, cut off, or replaced by a token, a sign or a part of
   * another sample.
   */
  mutate(samples: readonly [string, ...ReadonlyArray<string>], tokens: readonly [string, ...ReadonlyArray<string>]): string {
    if (this.once(12)) return this.noise(80)
    let text = this.pick(samples)
    for (let edits = this.below(6); edits > 0; edits--) {
      const [from, to] = [this.below(text.length + 1), this.below(text.length + 1)].toSorted((left, right) => left - right)
      const [start, middle, end] = [text.slice(0, from), text.slice(from, to), text.slice(to)]
      const edited = this.pick([
        () => start + end,
        () => start + middle.repeat(this.below(4)) + end,
        () => start,
        () => end + start,
        () => start + this.pick(tokens) + middle + end,
        () => start + this.pick(tokens) + end,
        () => start + this.noise(3) + middle + end,
        () => start + this.pick(samples).slice(this.below(40)) + end
      ])()
      text = edited.slice(0, 4_000)
    }
    return text
  }

  /** The same for bytes. */
  mutateBytes(samples: readonly [Uint8Array, ...ReadonlyArray<Uint8Array>]): Uint8Array {
    if (!this.once(4)) return this.bytes(200)
    const bytes = Uint8Array.from(this.pick(samples))
    for (let edits = this.below(8); edits > 0; edits--) bytes[this.below(bytes.length)] = this.pick([0, 1, 127, 128, 255, this.below(256)])
    const cut = this.once(4) ? bytes.slice(0, this.below(bytes.length)) : bytes
    if (!this.once(6)) return cut
    const from = this.below(cut.length)
    return Uint8Array.from([...cut.slice(0, from), ...cut.slice(this.below(cut.length))])
  }
}
