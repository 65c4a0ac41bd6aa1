/**
 * Waits, or rejects with the reason of the signal. `isOverOnline`: the wait also ends when the browser gets a network
 * again (`online`, HTML §9.5).
 */
export const pause = (time_ms: number, signal: AbortSignal | undefined, isOverOnline = false): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason)
    const over = new AbortController()
    const end = (settle: () => void) => () => {
      clearTimeout(timer)
      over.abort()
      settle()
    }
    const timer = setTimeout(end(resolve), time_ms)
    const listening = { signal: over.signal }
    signal?.addEventListener("abort", end(() => reject(signal.reason)), listening)
    if (isOverOnline && "addEventListener" in globalThis) globalThis.addEventListener("online", end(resolve), listening)
  })
