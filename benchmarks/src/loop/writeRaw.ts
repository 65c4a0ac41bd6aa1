import * as Effect from "effect/Effect"
import type { LoadResult } from "../load/LoadOptions.js"
import type { Raw, RawRound } from "./LoopOptions.js"
import { readRawRows } from "./RawRows.js"
import { startWatch } from "./Stopwatch.js"

/** Writes the rows of a source, round by round, and counts. */
export const writeRaw = ({ batch, file, source }: Raw): (round: RawRound) => Effect.Effect<LoadResult> => {
  const rows = readRawRows(source.file, source.prefix, file)
  let written = 0
  return ({ events, isTakenBack }) =>
    Effect.suspend(() => {
      if (!isTakenBack && written + events > rows.events) return Effect.dieMessage(`the source has ${rows.events} events`)
      const watch = startWatch()
      for (let done = 0; done < events; done += batch) {
        const count = Math.min(batch, events - done)
        if (isTakenBack) rows.tryOut(done % rows.events, count)
        else {
          rows.write(written, count)
          written += count
        }
        watch.lap()
      }
      return Effect.succeed(watch.result(events))
    })
}
