import { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readFileSync } from "node:fs"
import { vi } from "vitest"
import * as Images from "../src/Images.js"
import { drawPicture, renderImage, scaleImage } from "../src/renderImage.js"

const { sharp: range } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).peerDependencies
const install = `(npm install sharp@${range})`

vi.mock("sharp", () => Promise.reject(new Error("Cannot find package 'sharp'")))

const gif = new TextEncoder().encode("GIF89a\u0001\0\u0001\0")

it.effect("without sharp, images fail with an error that names it and how to install it", () =>
  Effect.gen(function*() {
    const size = { width: 1, height: 1 }
    for (const made of [renderImage(gif, 100), scaleImage(gif, size), drawPicture("<svg/>")]) {
      expect(yield* Effect.flip<unknown, { readonly message: string }, never>(made)).toMatchObject({
        _tag: "StoreError",
        reason: "Unsupported",
        message: expect.stringContaining(install)
      })
    }
  }))

it.scoped("without sharp, the layer fails with that error, and a lazy one is built", () =>
  Effect.gen(function*() {
    expect(yield* Effect.flip(Layer.build(Images.layer(ImageStore.none)))).toMatchObject({
      _tag: "StoreError",
      reason: "Unsupported",
      message: expect.stringContaining(install)
    })
    yield* Layer.build(Images.layer(ImageStore.none, { lazy: true }))
  }))
