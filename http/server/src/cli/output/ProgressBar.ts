import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import { Streams } from "./Output.js"

/** Shows progress on stderr. */
export interface ProgressBar {
  /** `fraction` from 0 to 1; null when the total is unknown. `label` is shown beside the bar. */
  readonly show: (fraction: number | null, label: string) => Effect.Effect<void>
  /** Replaces the bar with a last label. */
  readonly finish: (label: string) => Effect.Effect<void>
}

const width_cells = 30
const redraw_ms = 100
const line_ms = 5_000

const draw = (fraction: number | null): string => {
  if (fraction === null) return ""
  const filled = Math.round(Math.min(1, Math.max(0, fraction)) * width_cells)
  const percent = String(Math.floor(Math.min(1, fraction) * 100)).padStart(3)
  return `[${"#".repeat(filled)}${"-".repeat(width_cells - filled)}] ${percent} % `
}

/** Output of a progress bar: stderr, or a list in tests. */
export interface ProgressTarget {
  readonly isTerminal: boolean
  readonly write: (text: string) => void
}

/** A bar that is redrawn on a terminal; elsewhere it prints a line every few seconds and one at the end. */
export const make = (target: ProgressTarget): Effect.Effect<ProgressBar> =>
  Effect.gen(function*() {
    const shownAt = yield* Ref.make(target.isTerminal ? 0 : yield* Clock.currentTimeMillis)
    const pause = target.isTerminal ? redraw_ms : line_ms
    const print = (bar: string, label: string, isLast: boolean) =>
      Effect.sync(() => {
        if (target.isTerminal) target.write(`\r\u001b[2K${bar}${label}${isLast ? "\n" : ""}`)
        else target.write(`${label}\n`)
      })
    return {
      show: (fraction, label) =>
        Effect.gen(function*() {
          const now = yield* Clock.currentTimeMillis
          if (now - (yield* Ref.get(shownAt)) < pause) return
          yield* Ref.set(shownAt, now)
          yield* print(draw(fraction), label, false)
        }),
      finish: (label) => print("", label, true)
    }
  })

/** A bar on stderr. */
export const onStderr: Effect.Effect<ProgressBar> = Effect.flatMap(Streams, ({ stderr }) => {
  const stream = stderr()
  return make({
    isTerminal: stream.isTTY === true,
    write: (text) => {
      stream.write(text)
    }
  })
})
