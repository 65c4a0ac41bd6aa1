/** Waits, or rejects with the reason of the signal. */
export const pause = (time_ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason)
    if (signal?.aborted === true) return abort()
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort)
      resolve()
    }, time_ms)
    signal?.addEventListener("abort", () => {
      clearTimeout(timer)
      abort()
    }, { once: true })
  })
