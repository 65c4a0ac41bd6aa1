import { expect, it } from "vitest"
import { UnsentBytes } from "../../src/node/UnsentBytes.js"

const response = (name: string, log: Array<string>) => ({ destroy: () => log.push(name) })

it("destroys the responses that made no progress for longest, until the new body fits", () => {
  const log: Array<string> = []
  const room = new UnsentBytes(100)
  const [first, second, third] = [response("first", log), response("second", log), response("third", log)]
  room.take(first, new Uint8Array(40))
  room.take(second, new Uint8Array(40))
  room.progress(first)
  room.take(third, new Uint8Array(60))
  expect(log).toEqual(["second"])
  expect(room.bytes).toBe(100)
  room.release(first)
  room.release(third)
  room.release(second)
  expect(room.bytes).toBe(0)
})

it("counts a buffer that many responses send once", () => {
  const log: Array<string> = []
  const room = new UnsentBytes(100)
  const cached = new Uint8Array(80)
  const all = Array.from({ length: 50 }, (_, index) => response(`${index}`, log))
  all.forEach((one) => room.take(one, cached))
  expect(room.bytes).toBe(80)
  all.forEach((one) => room.release(one))
  expect([room.bytes, log]).toEqual([0, []])
})

it("sends one body that is larger than the bound", () => {
  const log: Array<string> = []
  const room = new UnsentBytes(100)
  room.take(response("large", log), new Uint8Array(200))
  expect(log).toEqual([])
})
