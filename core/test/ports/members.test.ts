import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const folder = new URL("../../src/ports/", import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, folder), "utf8")

/** The files that declare the store ports, and the shape that several of them have. */
const files = [...read("Stores.ts").matchAll(/from "\.\/(.+)\.js"/g)].map(([, path]) => `${path}.ts`)

/** The members that a file declares, without those of values that members take or return. */
const membersIn = (path: string): ReadonlyArray<string> =>
  [
    ...read(path).matchAll(
      /^(?:export class \w+ extends Context\.Tag.*, |export interface \w*(?:Records|Uses|KeysAndTokens|Store)\b.*)\{$([^]*?)^\}/gm
    )
  ]
    .flatMap(([, body = ""]) => [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => `${path} ${name}`))

describe("the store ports", () => {
  it("declare at most 101 members: what several ports have is declared, and can be written, once", () => {
    const members = [...files, "RecordStore.ts"].flatMap(membersIn)
    expect(files).toHaveLength(21)
    expect(members).toEqual(expect.arrayContaining(["RecordStore.ts find", "RecordStore.ts findBy", "event/EventStore.ts put"]))
    expect(members.length).toBeLessThanOrEqual(101)
  })
})
