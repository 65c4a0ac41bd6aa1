import { causeMessage } from "@agenda-engine/core/domain/error/causeMessage"
import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as Effect from "effect/Effect"
import type Sharp from "sharp"

/**
 * Imports the optional package sharp where it is installed, and turns its cache off. Bundlers leave the import as it
 * is, because they would refuse a package that is not installed; esbuild does so only where a rejection is handled.
 */
export const loadSharp = async (): Promise<typeof Sharp> => {
  const { default: sharp } = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ "sharp")
    .catch((error: unknown) => Promise.reject(error))
  sharp.cache(false)
  return sharp
}

/** sharp. Fails with `Unsupported` where it is not installed, or not for this platform. */
export const sharpLibrary: Effect.Effect<typeof Sharp, StoreError> = Effect.tryPromise({
  try: loadSharp,
  catch: (cause) =>
    new StoreError({
      reason: "Unsupported",
      operation: "ImageRenderer",
      cause: new Error(`the package sharp cannot be loaded (npm install sharp@^0.35.5): ${causeMessage(cause)}`, { cause })
    })
})
