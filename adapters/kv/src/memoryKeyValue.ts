import { compareCodePoints } from "@agenda-engine/core/domain/text/compareCodePoints"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Order from "effect/Order"
import * as RedBlackTree from "effect/RedBlackTree"
import type { Key, KeyValue, Reading } from "./KeyValue.js"

const compareParts = (left: number | string, right: number | string): number => {
  if (typeof left === "number") return typeof right === "number" ? left - right : -1
  return typeof right === "number" ? 1 : compareCodePoints(left, right)
}

/** Compares two keys. */
export const compareKeys = (left: Key, right: Key): number => {
  for (const [index, part] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const compared = compareParts(part, other)
    if (compared !== 0) return compared
  }
  return left.length - right.length
}

const order: Order.Order<Key> = (left, right) => {
  const compared = compareKeys(left, right)
  return compared < 0 ? -1 : compared > 0 ? 1 : 0
}

type Tree = RedBlackTree.RedBlackTree<Key, string>

const startsWith = (key: Key, prefix: Key): boolean => prefix.every((part, index) => key[index] === part)

const readingOf = (tree: () => Tree): Reading => ({
  get: (key) => {
    const found = RedBlackTree.findFirst(tree(), Data.array(key))
    return found._tag === "Some" ? found.value : null
  },
  *range(prefix, after = prefix) {
    for (const entry of RedBlackTree.greaterThan(tree(), after)) {
      if (!startsWith(entry[0], prefix)) return
      yield entry
    }
  }
})

/** An empty store in memory. Its states are immutable trees, so that readers wait for nobody. */
export const memoryKeyValue: Effect.Effect<KeyValue> = Effect.map(Effect.makeSemaphore(1), (writers) => {
  let committed: Tree = RedBlackTree.empty<Key, string>(order)
  return {
    read: (use) =>
      Effect.suspend(() => {
        const tree = committed
        return use(readingOf(() => tree))
      }),
    commit: (use) =>
      writers.withPermits(1)(Effect.suspend(() => {
        let tree = committed
        return Effect.tap(
          use({
            ...readingOf(() => tree),
            put: (key, value) => {
              tree = RedBlackTree.insert(RedBlackTree.removeFirst(tree, Data.array(key)), Data.array(key), value)
            },
            remove: (key) => {
              tree = RedBlackTree.removeFirst(tree, Data.array(key))
            }
          }),
          () => {
            committed = tree
          }
        )
      }))
  }
})
