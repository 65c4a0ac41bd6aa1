import { expect } from "vitest"
import { type RacedServer, sendTo, titled, versionOf } from "./RacedServer.js"

const path = "/ext/race/edited"

/** Lets many clients that have read an event change it at once, round after round: in each exactly one does. */
export const expectOneWinner = async (servers: ReadonlyArray<RacedServer>, editors: number, rounds: number): Promise<void> => {
  let current = (await sendTo(servers, 0, path, { method: "PUT", body: titled("At first") })).etag
  expect(versionOf(current)).toBe(1)
  for (let round = 0; round < rounds; round++) {
    const edits = await Promise.all(Array.from({ length: editors }, async (_, editor) => {
      const title = `${round}-${editor}`
      const edit = editor % 3 === 0
        ? { method: "PUT", body: titled(title) }
        : { method: "PATCH", body: { title: { en: title } } }
      return { title, ...await sendTo(servers, editor, path, { ...edit, headers: { "if-match": current } }) }
    }))
    const winners = edits.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    expect(edits.filter(({ status }) => status === 412)).toHaveLength(editors - 1)
    const read = await sendTo(servers, round, path, { method: "GET" })
    expect(new Set(edits.map(({ etag }) => etag))).toEqual(new Set([read.etag]))
    expect(read.text).toBe(winners[0]?.text)
    expect(JSON.parse(read.text).event.title.en).toBe(winners[0]?.title)
    expect(versionOf(read.etag)).toBe(versionOf(current) + 1)
    current = read.etag
  }
}
