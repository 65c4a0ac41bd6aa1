import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { compareCodePoints } from "../domain/text/compareCodePoints.js"
import { ImageRecordStore } from "../ports/image/ImageRecordStore.js"
import type { ImageRecord } from "../record/ImageRecord.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import type { MemoryState } from "./MemoryState.js"

const find = (state: MemoryState, name: string) => Option.getOrNull(HashMap.get(state.images, name))

const recordsUnusedUntil = (state: MemoryState, until: number) =>
  HashMap.toValues(state.images).flatMap((record): ReadonlyArray<ImageRecord & { readonly unusedSince: number }> => {
    const { unusedSince } = record
    return unusedSince !== null && unusedSince <= until ? [{ ...record, unusedSince }] : []
  })

/** The store of image records in memory. */
export const layer = (database: MemoryDatabase): Layer.Layer<ImageRecordStore> =>
  Layer.succeed(ImageRecordStore, {
    find: (name) => database.read((state) => find(state, name)),
    findBy: ({ digest }) =>
      database.read((state) => HashMap.toValues(state.images).find((image) => image.state === "stored" && image.digest === digest) ?? null),
    // Transactions run one at a time, so that a read is enough.
    lock: (name) => database.read((state) => find(state, name)),
    put: (record) =>
      database.write("ImageRecordStore.put", (state) => ({ ...state, images: HashMap.set(state.images, record.name, record) })),
    remove: (name) => database.write("ImageRecordStore.remove", (state) => ({ ...state, images: HashMap.remove(state.images, name) })),
    findUses: (user) => database.read((state) => Option.getOrElse(HashMap.get(state.imageUses, user), () => [])),
    putUses: (user, names) =>
      database.write("ImageRecordStore.putUses", (state) => ({
        ...state,
        imageUses: names.length === 0 ? HashMap.remove(state.imageUses, user) : HashMap.set(state.imageUses, user, [...new Set(names)])
      })),
    isUsed: (name) => database.read((state) => HashMap.some(state.imageUses, (used) => used.includes(name))),
    scanUnused: (until, limit) =>
      database.read((state) =>
        recordsUnusedUntil(state, until)
          .sort((a, b) => a.unusedSince - b.unusedSince || compareCodePoints(a.name, b.name))
          .slice(0, limit)
      )
  })
