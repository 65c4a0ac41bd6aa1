import { describe, expect, it } from "vitest"
import { makeAnswerReader } from "../src/load/AnswerReader.js"

const answers = {
  length: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
  chunked: "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
  none: 'HTTP/1.1 304 Not Modified\r\netag: "1"\r\n\r\n',
  refused: "HTTP/1.1 404 Not Found\r\ncontent-length: 2\r\n\r\n{}"
} as const
const statuses = { length: 200, chunked: 200, none: 304, refused: 404 } as const

describe("makeAnswerReader", () => {
  const kinds = ["length", "chunked", "none", "refused"] as const

  it.each(kinds)("finds the end of a response (%s) split at any byte", (kind) => {
    const bytes = Buffer.from(answers[kind])
    for (let cut = 0; cut < bytes.length; cut++) {
      const reader = makeAnswerReader()
      for (let again = 0; again < 2; again++) {
        expect(reader.read(bytes.subarray(0, cut))).toBeNull()
        expect(reader.read(bytes.subarray(cut))).toBe(statuses[kind])
      }
    }
  })

  it("finds the end byte by byte", () => {
    const reader = makeAnswerReader()
    const found = [...Buffer.from(answers.chunked + answers.length)].map((byte) => reader.read(Buffer.of(byte)))
    expect(found.filter((status) => status !== null)).toEqual([200, 200])
    expect(found.at(-1)).toBe(200)
  })

  it("refuses a response without an end", () => {
    expect(() => makeAnswerReader().read(Buffer.from("HTTP/1.1 200 OK\r\n\r\n"))).toThrow("without a length")
  })
})
