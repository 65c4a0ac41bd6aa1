import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { chmod, cp, mkdtemp, readFile, rm, stat } from "node:fs/promises"
import { tmpdir, userInfo } from "node:os"
import { dirname, join } from "node:path"

/** A user of the system, as a process runs as one. */
export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/** A step on files, failing with an error of the system, such as of a full disk or a missing folder. */
export const onFiles = <A>(step: () => Promise<A>): Effect.Effect<A, Error> =>
  Effect.tryPromise({ try: step, catch: (cause) => cause instanceof Error ? cause : new Error(String(cause)) })

/**
 * The user that runs the test server. Root, as whom Postgres refuses to run, gets `postgres` or else `nobody`. Null:
 * the current user.
 */
export const serverUser: Effect.Effect<SystemUser | null, Error> = Effect.gen(function*() {
  if (userInfo().uid !== 0) return null
  const users = yield* onFiles(() => readFile("/etc/passwd", "utf8"))
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? []
  return uid === undefined || gid === undefined
    ? yield* Effect.fail(new Error("Postgres does not run as root, and there is neither a user postgres nor a user nobody to run it as"))
    : { uid: Number(uid), gid: Number(gid) }
})

/** Whether a user may enter a folder and all that it is in. */
const mayEnter = async (folder: string, user: SystemUser): Promise<boolean> => {
  const { gid, mode, uid } = await stat(folder)
  const needed = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  const parent = dirname(folder)
  return (mode & needed) !== 0 && (parent === folder || mayEnter(parent, user))
}

/** A new folder that a user may enter, and that goes when the scope closes. */
export const enterableFolder = (user: SystemUser | null): Effect.Effect<string, Error, Scope.Scope> =>
  Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      onFiles(() => mkdtemp(join(tmpdir(), "agenda-engine-postgres-"))),
      (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
    )
    if (user === null) return folder
    yield* onFiles(() => chmod(folder, 0o755))
    return (yield* onFiles(() => mayEnter(folder, user)))
      ? folder
      : yield* Effect.fail(
        new Error(`Postgres runs as user ${user.uid}, who may not enter ${tmpdir()}: set TMPDIR to a folder that everybody may`)
      )
  })

/**
 * A folder with what is in this one, which a user may enter: the folder itself, or a copy of it where one of the
 * folders that it is in keeps the user out, as `/root` does in most images. A copy goes when the scope closes.
 */
export const reachable = (folder: string, user: SystemUser | null): Effect.Effect<string, Error, Scope.Scope> =>
  Effect.gen(function*() {
    if (user === null || (yield* onFiles(() => mayEnter(folder, user)))) return folder
    const copy = join(yield* enterableFolder(user), "native")
    yield* onFiles(() => cp(folder, copy, { recursive: true, verbatimSymlinks: true }))
    return copy
  })
