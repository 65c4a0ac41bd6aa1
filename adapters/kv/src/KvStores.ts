import type { KeyValue, Reading, Writing } from "@agenda-engine/core/keyvalue/KeyValue"
import * as KeyValueStores from "@agenda-engine/core/keyvalue/KeyValueStores"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type * as Layer from "effect/Layer"

const decoded = (reading: Reading<string>): Reading => ({
  get: (key) => {
    const text = reading.get(key)
    return text === null ? null : JSON.parse(text)
  },
  *range(prefix, after) {
    for (const [key, text] of reading.range(prefix, after)) yield [key, JSON.parse(text)]
  }
})

const encoded = (writing: Writing<string>): Writing => ({
  ...decoded(writing),
  put: (key, value) => writing.put(key, JSON.stringify(value)),
  remove: writing.remove
})

/** All store ports over an ordered key-value store of texts: each value is JSON. */
export const layerOver = (store: KeyValue<string>): Layer.Layer<Stores> =>
  KeyValueStores.layerOver({
    read: (use) => store.read((reading) => use(decoded(reading))),
    commit: (use) => store.commit((writing) => use(encoded(writing)))
  })
