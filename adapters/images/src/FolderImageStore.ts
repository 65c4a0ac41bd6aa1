import { StoreError } from "@agenda-engine/core/domain/EngineError"
import { ImageStore } from "@agenda-engine/core/ports/ImageStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Fs from "node:fs/promises"
import * as Path from "node:path"

/** Where pictures are kept. */
export interface ImageFolder {
  /** A path; the folder is made with the first picture. */
  readonly folder: string
}

const isMissing = (cause: unknown): boolean => Predicate.hasProperty(cause, "code") && cause.code === "ENOENT"

const attempt = <A>(operation: string, run: () => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.tryPromise({
    try: run,
    catch: (cause) => new StoreError({ reason: "Unavailable", operation: `ImageStore.${operation}`, cause })
  })

/** Makes sure that what was done to a file or folder survives a crash of the machine. */
const settle = async (path: string): Promise<void> => {
  const handle = await Fs.open(path, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The path of a file; names of the engine hold nothing that leads out of the folder, and no other is taken. */
const pathOf = (folder: string, name: string): string => {
  if (!/^[0-9A-Za-z][0-9A-Za-z.-]*$/.test(name)) throw new Error(`${name} is no name of a picture`)
  return Path.join(folder, name)
}

/** Where a file is written before it is whole. It follows from the name, so that what a process leaves that dies over it goes with the picture. */
const draftOf = (folder: string, name: string): string => Path.join(folder, `.${name}`)

/** Written beside its place and moved there whole, so that no reader meets a part of it. */
const write = async (folder: string, name: string, bytes: Uint8Array): Promise<void> => {
  const path = pathOf(folder, name)
  await Fs.mkdir(folder, { recursive: true })
  const draft = draftOf(folder, name)
  try {
    await Fs.writeFile(draft, bytes, { flush: true })
    await Fs.rename(draft, path)
  } catch (cause) {
    await Fs.rm(draft, { force: true })
    throw cause
  }
  await settle(folder)
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
  await Fs.rm(draftOf(folder, name), { force: true })
}

/** Pictures as files of one folder, under their names. */
export const layer = ({ folder }: ImageFolder): Layer.Layer<ImageStore> =>
  Layer.succeed(ImageStore, {
    put: (name, bytes) => attempt("put", () => write(folder, name, bytes)),
    get: (name) => attempt("get", async () => read(pathOf(folder, name))),
    remove: (name) => attempt("remove", () => remove(folder, name))
  })
