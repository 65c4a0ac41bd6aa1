import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { ImageStore } from "@agenda-engine/core/ports/image/ImageStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Fs from "node:fs/promises"
import * as Path from "node:path"

/** The folder of the images. */
export interface ImageFolder {
  /** A path. The folder is created with the first image. */
  readonly folder: string
}

const isMissing = (cause: unknown): boolean => Predicate.hasProperty(cause, "code") && cause.code === "ENOENT"

const attempt = <A>(operation: string, run: () => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.tryPromise({
    try: run,
    catch: (cause) => new StoreError({ reason: "Unavailable", operation: `ImageStore.${operation}`, cause })
  })

/** Flushes a file or folder to disk (fsync). */
const sync = async (path: string): Promise<void> => {
  const handle = await Fs.open(path, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The path of a file. Names that could leave the folder are rejected. */
const pathOf = (folder: string, name: string): string => {
  if (!/^[0-9A-Za-z][0-9A-Za-z.-]*$/.test(name)) throw new Error(`${name} is no name of a picture`)
  return Path.join(folder, name)
}

/**
 * Temporary path of a file. It derives from the name, so that a leftover of a killed process is removed with the image.
 */
const temporaryPathOf = (folder: string, name: string): string => Path.join(folder, `.${name}`)

/** Writes atomically: to a temporary file, then a rename. */
const write = async (folder: string, name: string, bytes: Uint8Array): Promise<void> => {
  const path = pathOf(folder, name)
  await Fs.mkdir(folder, { recursive: true })
  const temporary = temporaryPathOf(folder, name)
  try {
    await Fs.writeFile(temporary, bytes, { flush: true })
    await Fs.rename(temporary, path)
  } catch (cause) {
    await Fs.rm(temporary, { force: true })
    throw cause
  }
  await sync(folder)
}

const read = async (path: string): Promise<Uint8Array | null> => {
  try {
    return await Fs.readFile(path)
  } catch (cause) {
    if (isMissing(cause)) return null
    throw cause
  }
}

const remove = async (folder: string, name: string): Promise<void> => {
  await Fs.rm(pathOf(folder, name), { force: true })
  await Fs.rm(temporaryPathOf(folder, name), { force: true })
}

/** Stores images as files of one folder, by name. */
export const layer = ({ folder }: ImageFolder): Layer.Layer<ImageStore> =>
  Layer.succeed(ImageStore, {
    put: (name, bytes) => attempt("put", () => write(folder, name, bytes)),
    get: (name) => attempt("get", async () => read(pathOf(folder, name))),
    remove: (name) => attempt("remove", () => remove(folder, name))
  })
