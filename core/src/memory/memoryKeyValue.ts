import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Ordering from "effect/Ordering"
import * as RedBlackTree from "effect/RedBlackTree"
import { compareCodePoints } from "../domain/text/compareCodePoints.js"
import type { Key, KeyValue, Writing } from "../keyvalue/KeyValue.js"

const compareParts = (left: number | string, right: number | string): number => {
  if (left === right) return 0
  if (typeof left === "number") return typeof right === "number" ? left - right : -1
  return typeof right === "number" ? 1 : compareCodePoints(left, right)
}

/** Compares two keys. */
export const compareKeys = (left: Key, right: Key): Ordering.Ordering => {
  for (let at = 0; at < left.length && at < right.length; at++) {
    const compared = compareParts(left[at] ?? 0, right[at] ?? 0)
    if (compared !== 0) return compared < 0 ? -1 : 1
  }
  return left.length === right.length ? 0 : left.length < right.length ? -1 : 1
}

/** Entries in the order of their keys. */
export type Tree<Value> = RedBlackTree.RedBlackTree<Key, Value>

/** No entries. */
export const emptyTree = <Value>(): Tree<Value> => RedBlackTree.empty<Key, Value>(compareKeys)

const startsWith = (key: Key, prefix: Key): boolean => prefix.every((part, index) => key[index] === part)

/** Reads and changes the entries of a tree. `tree` is what it has become; that which was given stays as it is. */
export const writingOf = <Value>(before: Tree<Value>): Writing<Value> & { readonly tree: () => Tree<Value> } => {
  let tree = before
  return {
    tree: () => tree,
    get: (key) => Option.getOrNull(RedBlackTree.findFirst(tree, Data.array(key))),
    *range(prefix, after = prefix) {
      for (const entry of RedBlackTree.greaterThan(tree, after)) {
        if (!startsWith(entry[0], prefix)) return
        yield entry
      }
    },
    put: (key, value) => {
      tree = RedBlackTree.insert(RedBlackTree.removeFirst(tree, Data.array(key)), Data.array(key), value)
    },
    remove: (key) => {
      tree = RedBlackTree.removeFirst(tree, Data.array(key))
    }
  }
}

/** An empty store in memory. Its states are immutable trees, so that readers wait for nobody. */
export const memoryKeyValue = <Value = unknown>(): Effect.Effect<KeyValue<Value>> =>
  Effect.map(Effect.makeSemaphore(1), (writers) => {
    let committed = emptyTree<Value>()
    return {
      read: (use) => Effect.suspend(() => use(writingOf(committed))),
      commit: (use) =>
        writers.withPermits(1)(Effect.suspend(() => {
          const writing = writingOf(committed)
          return Effect.tap(use(writing), () => {
            committed = writing.tree()
          })
        }))
    }
  })
