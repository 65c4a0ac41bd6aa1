import { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fs from "node:fs/promises"
import * as Os from "node:os"
import * as Path from "node:path"
import * as FolderImageStore from "../src/FolderImageStore.js"
import { storeCases } from "./storeCases.js"

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => Fs.mkdtemp(Path.join(Os.tmpdir(), "agenda-images-"))),
  (folder) => Effect.promise(() => Fs.rm(folder, { recursive: true }))
)

const inFolder = <A, E>(folder: string, use: (store: ImageStore["Type"]) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(ImageStore, use), FolderImageStore.layer({ folder }))

describe("FolderImageStore", () => {
  for (const { check, title } of storeCases) {
    it.scopedLive(title, () => Effect.flatMap(temporaryFolder, (folder) => inFolder(Path.join(folder, "made", "later"), check)))
  }

  it.scopedLive("stores whole files only, with the bytes of the images", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const bytes = new Uint8Array(100_000).fill(7)
      const names = ["a.jpg", "a.full.jpg", "b.jpg", "b.full.jpg", "c.jpg"]
      yield* inFolder(folder, (store) => Effect.all(names.map((name) => store.put(name, bytes)), { concurrency: "unbounded" }))
      expect(yield* Effect.promise(() => Fs.readdir(folder))).toEqual(names.toSorted())
      expect(new Uint8Array(yield* Effect.promise(() => Fs.readFile(Path.join(folder, "a.jpg"))))).toEqual(bytes)
    }))

  it.scopedLive("replaces the partial file of a process that died while writing, and removes it with the image", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const leave = (name: string) => Effect.promise(() => Fs.writeFile(Path.join(folder, `.${name}`), "a part, longer than the whole"))
      const names = Effect.promise(() => Fs.readdir(folder))
      yield* leave("a.jpg")
      const bytes = yield* inFolder(folder, (store) => Effect.zipRight(store.put("a.jpg", new Uint8Array([1, 2])), store.get("a.jpg")))
      expect([yield* names, [...bytes ?? []]]).toEqual([["a.jpg"], [1, 2]])
      yield* leave("a.jpg")
      yield* leave("b.jpg")
      yield* inFolder(folder, (store) => store.remove("a.jpg"))
      expect(yield* names).toEqual([".b.jpg"])
    }))

  it.scopedLive("refuses names that lead out of the folder", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      const kept = Path.join(folder, "kept")
      yield* Effect.promise(() => Fs.writeFile(Path.join(folder, "secret"), "secret"))
      for (const name of ["../secret", "..", ".", "", "a/b.jpg", "a\\b.jpg", ".hidden", "a\0.jpg", Path.join(folder, "secret")]) {
        const calls = inFolder(kept, (store) =>
          Effect.all([Effect.flip(store.get(name)), Effect.flip(store.put(name, new Uint8Array(1))), Effect.flip(store.remove(name))]))
        expect(
          (yield* calls).map(({ reason }) =>
            reason
          ),
          name
        ).toEqual(["Unavailable", "Unavailable", "Unavailable"])
      }
      expect(yield* Effect.promise(() => Fs.readFile(Path.join(folder, "secret"), "utf8"))).toBe("secret")
    }))

  it.scopedLive("fails when the folder cannot be created", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder
      yield* Effect.promise(() => Fs.writeFile(Path.join(folder, "file"), ""))
      const error = yield* Effect.flip(inFolder(Path.join(folder, "file"), (store) => store.put("a.jpg", new Uint8Array(1))))
      expect([error.reason, error.operation]).toEqual(["Unavailable", "ImageStore.put"])
    }))
})
