import { expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { RecencyMap } from "../../src/domain/RecencyMap.js"

const operations = FastCheck.array(
  FastCheck.record({ name: FastCheck.constantFrom("get", "add", "delete", "deleteOldest"), key: FastCheck.integer({ min: 0, max: 5 }) }),
  { maxLength: 60 }
)

it.prop("a RecencyMap keeps the order of use that a list of entries keeps", [operations], ([done]) => {
  const map = new RecencyMap<number, number>()
  let entries: ReadonlyArray<readonly [key: number, value: number]> = []
  const without = (key: number | undefined) => entries.filter((entry) => entry[0] !== key)
  done.forEach(({ key, name }, value) => {
    const found = entries.find((entry) => entry[0] === key)
    const [oldest] = entries
    switch (name) {
      case "get":
        expect(map.get(key)).toBe(found?.[1])
        if (found !== undefined) entries = [...without(key), found]
        break
      case "add":
        if (map.has(key)) break
        map.add(key, value)
        entries = [...entries, [key, value]]
        break
      case "delete":
        expect(map.delete(key)).toBe(found?.[1])
        entries = without(key)
        break
      case "deleteOldest":
        expect(map.deleteOldest()).toBe(oldest?.[1])
        entries = without(oldest?.[0])
        break
    }
    expect(map.size).toBe(entries.length)
    expect(entries.every(([key]) => map.has(key))).toBe(true)
  })
})
