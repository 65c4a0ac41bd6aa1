import { isTree, type Placed, placedItems } from "./itemsOf.js"
import type { PairParameter } from "./Parameter.js"
import type { ParameterReader } from "./ParameterReader.js"

/** A key with its value. */
export interface Pair {
  readonly key: string
  readonly value: string
}

const names: ReadonlyArray<string> = ["key", "value"]

const readPair = (reader: ParameterReader, parameter: PairParameter, { field, value }: Placed): Pair | null => {
  if (!isTree(value)) {
    reader.refuse(parameter, field, value)
    return null
  }
  reader.refuseOthers(parameter, field, value, (name) => names.includes(name))
  const textAt = (name: "key" | "value"): string | null => {
    const text = value[name]
    const at = `${field}[${name}]`
    if (text === undefined || text === "") {
      reader.fault(at, "is missing: key and value come together")
      return null
    }
    if (typeof text === "string") return text
    reader.refuseAs(at, "text", text)
    return null
  }
  const pair = { key: textAt("key"), value: textAt("value") }
  return pair.key === null || pair.value === null ? null : { key: pair.key, value: pair.value }
}

/** Parses pairs of a key and a value, combined by OR; a key without value, or the reverse, is an issue. */
export const readPairs = (reader: ParameterReader, parameter: PairParameter): ReadonlyArray<Pair> | undefined => {
  const pairs = reader.given(parameter).flatMap(placedItems).flatMap((placed) => readPair(reader, parameter, placed) ?? [])
  return pairs.length === 0 ? undefined : pairs
}
