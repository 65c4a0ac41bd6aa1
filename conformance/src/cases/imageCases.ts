import { compareCodePoints } from "@agenda-engine/core/domain/text/compareCodePoints"
import type { ImageRecord } from "@agenda-engine/core/record/ImageRecord"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../Case.js"
import { expectAnswer } from "../expect.js"
import { images, transact } from "../storeCalls.js"
import { noon } from "../testing/SampleRecords.js"

const sample = (name: string, more: Partial<ImageRecord> = {}): ImageRecord => ({
  name,
  digest: `digest of ${name}`,
  image: JSON.stringify({ filename: `${name}.jpg` }),
  state: "stored",
  unusedSince: null,
  ...more
})

const put = (record: ImageRecord) => transact(images((store) => store.put(record)))
const use = (user: string, names: ReadonlyArray<string>) => transact(images((store) => store.putUses(user, names)))
const usesOf = (user: string) => Effect.map(images((store) => store.findUses(user)), (names) => names.toSorted(compareCodePoints))
const find = (name: string) => images((store) => store.find(name))
const isUsed = (name: string) => images((store) => store.isUsed(name))
const unused = (until: number, limit: number) =>
  Effect.map(images((store) => store.scanUnused(until, limit)), (found) => found.map(({ name }) => name))

/** The demands on `ImageRecordStore`. */
export const imageCases: ReadonlyArray<Case> = [
  demand(
    "image.put.whole",
    "ImageRecordStore.put",
    "an image record is returned exactly as it was put; a second `put` replaces all of it and no other"
  )(function*() {
    const pending = sample("a", { state: "pending", unusedSince: noon })
    yield* Effect.forEach([pending, sample("b")], put)
    yield* expectAnswer("the first", find("a"), pending)
    yield* expectAnswer("one that is not there", find("c"), null)
    yield* expectAnswer("under a lock", transact(images((store) => store.lock("a", "exclusive"))), pending)
    yield* expectAnswer("a lock of none", transact(images((store) => store.lock("c", "exclusive"))), null)
    const deleting = sample("a", { digest: "another", image: "{}", state: "deleting", unusedSince: noon + 1 })
    yield* put(deleting)
    yield* expectAnswer("the first, replaced", find("a"), deleting)
    yield* expectAnswer("the other", find("b"), sample("b"))
  }),
  demand("image.remove", "ImageRecordStore.remove", "a removed image is not found; removing an unknown one does nothing")(function*() {
    yield* Effect.forEach([sample("a", { unusedSince: noon }), sample("b", { unusedSince: noon })], put)
    yield* transact(images((store) => Effect.zipRight(store.remove("a"), store.remove("c"))))
    yield* expectAnswer("by its name", find("a"), null)
    yield* expectAnswer("by its digest", images((store) => store.findBy({ digest: "digest of a" })), null)
    yield* expectAnswer("among the unused", unused(noon, 10), ["b"])
  }),
  demand("image.digest.stored", "ImageRecordStore.findBy", "`findBy` finds only images in state `stored`, used or not")(function*() {
    const same = { digest: "same" }
    yield* put(sample("a", { ...same, state: "pending", unusedSince: noon }))
    yield* put(sample("b", { ...same, state: "deleting", unusedSince: noon }))
    const findSame = images((store) => store.findBy({ digest: "same" }))
    yield* expectAnswer("while none is kept", findSame, null)
    const kept = sample("c", { ...same, unusedSince: noon })
    yield* put(kept)
    yield* expectAnswer("the kept one", findSame, kept)
    yield* expectAnswer("of another digest", images((store) => store.findBy({ digest: "other" })), null)
  }),
  demand(
    "image.use",
    "ImageRecordStore.putUses",
    "`findUses` returns the images last set for a user, each once, and an image is used while a user has it"
  )(function*() {
    const areUsed = Effect.all([isUsed("a"), isUsed("b"), isUsed("c")])
    yield* Effect.forEach([sample("a"), sample("b"), sample("c")], put)
    yield* use("event 1", ["c", "a", "c"])
    yield* use("event 2", ["a"])
    yield* expectAnswer("what users have", Effect.all([usesOf("event 1"), usesOf("event 2"), usesOf("event 3")]), [["a", "c"], ["a"], []])
    yield* use("event 1", ["c", "b"])
    yield* expectAnswer("what the first has now", usesOf("event 1"), ["b", "c"])
    yield* expectAnswer("all are used", areUsed, [true, true, true])
    yield* use("event 2", [])
    yield* use("event 3", [])
    yield* expectAnswer("two are used", areUsed, [false, true, true])
    yield* expectAnswer("what the second has now", usesOf("event 2"), [])
  }),
  demand(
    "image.unused",
    "ImageRecordStore.scanUnused",
    "`scanUnused` returns images unused since the instant or earlier, in any state, longest unused first"
  )(function*() {
    yield* Effect.forEach([
      sample("d", { unusedSince: noon }),
      sample("a"),
      sample("c", { unusedSince: noon, state: "deleting" }),
      sample("b", { unusedSince: noon - 1, state: "pending" }),
      sample("e", { unusedSince: noon + 1 })
    ], put)
    yield* expectAnswer("until noon", unused(noon, 10), ["b", "c", "d"])
    yield* expectAnswer("the first two", unused(noon, 2), ["b", "c"])
    yield* expectAnswer("before any", unused(noon - 2, 10), [])
  }),
  demand("image.lock", "ImageRecordStore.lock", "under `lock`, starting to use an image and removing it exclude each other")(function*() {
    const names = ["a", "b", "c", "d", "e", "f"]
    yield* Effect.forEach(names, (name) => put(sample(name, { unusedSince: noon })))
    const come = (name: string) =>
      atomically(Effect.gen(function*() {
        const held = yield* images((store) => store.lock(name, "exclusive"))
        yield* Effect.sleep(1)
        if (held !== null) yield* images((store) => store.putUses(`event ${name}`, [name]))
      }))
    const go = (name: string) =>
      atomically(Effect.gen(function*() {
        yield* images((store) => store.lock(name, "exclusive"))
        const used = yield* isUsed(name)
        yield* Effect.sleep(1)
        if (!used) yield* images((store) => store.remove(name))
      }))
    yield* Effect.forEach(
      names,
      (name, at) => Effect.all(at % 2 === 0 ? [come(name), go(name)] : [go(name), come(name)], { concurrency: 2 }),
      {
        concurrency: 3,
        discard: true
      }
    )
    const there = yield* Effect.filter(names, (name) => Effect.map(find(name), (image) => image !== null))
    yield* expectAnswer("the pictures that are there are those that are used", Effect.filter(names, isUsed), there)
  })
]
