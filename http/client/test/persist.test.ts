import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { persist } from "../src/persist.js"

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const failing = (failures: number) => {
  let left = failures
  return vi.fn(() => left-- > 0 ? Promise.reject(new TypeError("fetch failed")) : Promise.resolve("sent"))
}

it("a request that failed is sent again after a pause that doubles", async () => {
  const send = failing(2)
  const sent = persist(send, () => true, undefined)
  await vi.advanceTimersByTimeAsync(999)
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(send).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await sent).toBe("sent")
})

it("a request that failed is sent again at once when the browser is online again", async () => {
  const browser = new EventTarget()
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser))
  const send = failing(1)
  const sent = persist(send, () => true, undefined)
  await vi.advanceTimersByTimeAsync(10)
  expect(send).toHaveBeenCalledTimes(1)
  browser.dispatchEvent(new Event("online"))
  expect(await sent).toBe("sent")
  expect(vi.getTimerCount()).toBe(0)
})

it("a pause ends with the reason of the signal", async () => {
  const stop = new AbortController()
  const sent = persist(failing(1), () => true, stop.signal)
  const refused = expect(sent).rejects.toBe("enough")
  await vi.advanceTimersByTimeAsync(10)
  stop.abort("enough")
  await refused
  expect(vi.getTimerCount()).toBe(0)
})
