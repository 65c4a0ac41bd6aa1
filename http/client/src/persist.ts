import { pause } from "./pause.js"

/** The first pause after a failure; they double up to the longest. */
const delay_ms_min = 1_000
const delay_ms_max = 30_000

/**
 * Sends a request again and again, with growing pauses or when the browser is online again, while it fails for a
 * reason that may end.
 */
export const persist = async <A>(
  send: () => Promise<A>,
  isTransient: (error: unknown) => boolean,
  signal: AbortSignal | undefined
): Promise<A> => {
  for (let delay_ms = delay_ms_min;; delay_ms = Math.min(2 * delay_ms, delay_ms_max)) {
    try {
      return await send()
    } catch (error) {
      if (!isTransient(error)) throw error
      await pause(delay_ms, signal, true)
    }
  }
}
