import { pause } from "./pause.js"

/** The first pause after a failure; they double up to the longest. */
const delay_ms_min = 1_000
const delay_ms_max = 30_000

/**
 * What is done with a failure: a pause if it may end, which the browser cuts when it is online again; else a rejection.
 * Pauses double.
 */
export const backoff = (mayEnd: (error: unknown) => boolean, signal: AbortSignal | undefined) => {
  let delay_ms = delay_ms_min
  return async (error: unknown): Promise<void> => {
    if (!mayEnd(error)) throw error
    await pause(delay_ms, signal, true)
    delay_ms = Math.min(2 * delay_ms, delay_ms_max)
  }
}

/** Sends a request again and again, with growing pauses, while it fails for a reason that may end. */
export const persist = async <A>(
  send: () => Promise<A>,
  mayEnd: (error: unknown) => boolean,
  signal: AbortSignal | undefined
): Promise<A> => {
  const wait = backoff(mayEnd, signal)
  while (true) {
    try {
      return await send()
    } catch (error) {
      await wait(error)
    }
  }
}
