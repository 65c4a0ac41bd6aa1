import type { CommitSharing } from "@agenda-engine/core/ports/Transaction"
import { defer } from "@agenda-engine/core/schedule/timeSlices"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import { elapsed_ms } from "./elapsed.js"
import { lostCommitError } from "./mapSqlError.js"

/** Bounds of one commit. */
export interface CommitLimits {
  /** How many transactions share it, at most. */
  readonly transactions_max: number
  /** Milliseconds after the first of them in which others may begin. */
  readonly join_ms_max: number
}

/** Maximum number of transactions of one commit. */
const transactions_max = 32

/** Some eight writes of events take that long, on a fast disk. */
const join_ms_max = 20

/** The default bounds. */
export const commitLimits: CommitLimits = { transactions_max, join_ms_max }

/** What the transactions of one connection begin and end with. */
interface Boundaries extends CommitLimits {
  /** Commits the transaction of the connection; rolls it back when that fails. */
  readonly commit: (connection: Connection) => Effect.Effect<void, SqlError>
  readonly execute: (connection: Connection, statement: string) => Effect.Effect<void, SqlError>
  /** Uses the connection once no other transaction does. */
  readonly inTurn: <A>(use: (connection: Connection) => Effect.Effect<A>) => Effect.Effect<A, SqlError>
}

/**
 * Transactions that wait for their commit. The first one commits, unless a transaction that cannot join comes before.
 */
interface Group {
  readonly begun_ms: number
  /** How the commit ended; null before. */
  exit: Exit.Exit<void, SqlError> | null
  /** Resumes the first one. */
  wake: () => void
  /** Resume the others, in the order in which they ran. */
  readonly others: Array<Deferred.Deferred<void, SqlError>>
}

/**
 * Transactions of one connection that share a commit: each in a savepoint, and none ends before the commit. Each holds
 * the connection while it runs; between two of them the transaction of the database stays open.
 */
export interface SharedCommits {
  /** Commits the open transaction, if there is one. Call it before a transaction that shares no commit. */
  readonly end: (connection: Connection) => Effect.Effect<unknown>
  /**
   * Runs a transaction that may share a commit. Returns what waits for the commit, after the connection was released,
   * and then ends as `effect` did. When the commit of several fails, each fails with `lostCommitError`.
   */
  readonly join: <A, E, R>(
    connection: Connection,
    sharing: CommitSharing,
    begin: Effect.Effect<void, SqlError>,
    effect: Effect.Effect<A, E, R>
  ) => Effect.Effect<Effect.Effect<A, E | SqlError>, E | SqlError, R>
}

/** Makes the commits of one connection. */
export const makeSharedCommits = ({ commit, execute, inTurn, join_ms_max, transactions_max }: Boundaries): SharedCommits => {
  let open: Group | null = null

  /** Ends an open group: its transactions end in the order in which they ran. */
  const settle = (group: Group, exit: Exit.Exit<void, SqlError>): Exit.Exit<void, SqlError> => {
    const { others, wake } = group
    open = null
    group.exit = Exit.isFailure(exit) && others.length > 0 ? Exit.fail(lostCommitError(Cause.squash(exit.cause))) : exit
    wake()
    for (const other of others) Deferred.unsafeDone(other, group.exit)
    return group.exit
  }

  const commitGroup = (group: Group, connection: Connection): Effect.Effect<Exit.Exit<void, SqlError>> =>
    Effect.matchCause(commit(connection), {
      onSuccess: () => settle(group, Exit.void),
      onFailure: (cause) => settle(group, Exit.failCause(cause))
    })

  const end = (connection: Connection): Effect.Effect<unknown> =>
    Effect.suspend(() => open === null ? Effect.void : commitGroup(open, connection))

  /** Rolls the open transaction back, when a savepoint of it is lost: the database may have rolled it back before. */
  const abandon = (connection: Connection, group: Group, cause: Cause.Cause<SqlError>): Effect.Effect<never, SqlError> => {
    const error = lostCommitError(Cause.squash(cause))
    return Effect.flatMap(Effect.ignore(execute(connection, "ROLLBACK")), () => {
      settle(group, Exit.fail(error))
      return Effect.fail(error)
    })
  }

  /** Commits a group once a turn of the event loop has added no transaction to it. */
  const commitLater = (group: Group): Effect.Effect<Exit.Exit<void, SqlError>> =>
    Effect.suspend(() => {
      const before = group.others.length
      const turn = Effect.async<void>((resume) => {
        group.wake = () => resume(Effect.void)
        defer(group.wake)
      })
      return Effect.flatMap(turn, () => {
        if (group.exit !== null) return Effect.succeed(group.exit)
        if (group.others.length > before) return commitLater(group)
        return Effect.catchAll(
          inTurn((connection) => group.exit === null ? commitGroup(group, connection) : Effect.succeed(group.exit)),
          (error) => Effect.succeed(settle(group, Exit.fail(error)))
        )
      })
    })

  /** Ends a transaction as it ended itself, after its commit. */
  const ended = <A, E>(sharing: CommitSharing, own: Exit.Exit<A, E>, committed: Exit.Exit<void, SqlError>): Exit.Exit<A, E | SqlError> => {
    if (Exit.isSuccess(committed)) return own
    sharing.isAlone = true
    return Exit.isInterrupted(own) ? own : Exit.failCause(committed.cause)
  }

  /** Adds a transaction to the open group. Returns what waits for the commit. */
  const addOther = <A, E>(sharing: CommitSharing, { others }: Group, own: Exit.Exit<A, E>): Effect.Effect<A, E | SqlError> => {
    const other = Deferred.unsafeMake<void, SqlError>(FiberId.none)
    others.push(other)
    return Effect.flatMap(Effect.exit(Deferred.await(other)), (committed) => ended(sharing, own, committed))
  }

  const inSavepoint = <A, E, R>(connection: Connection, sharing: CommitSharing, group: Group, effect: Effect.Effect<A, E, R>) => {
    const release = execute(connection, "RELEASE SAVEPOINT agenda_transaction")
    const undo = Effect.zipRight(execute(connection, "ROLLBACK TO SAVEPOINT agenda_transaction"), release)
    return execute(connection, "SAVEPOINT agenda_transaction").pipe(
      Effect.zipRight(Effect.exit(effect)),
      Effect.flatMap((own) => Effect.map(Exit.isSuccess(own) ? release : undo, () => addOther(sharing, group, own))),
      Effect.catchAllCause((cause) => {
        sharing.isAlone = true
        return abandon(connection, group, cause)
      })
    )
  }

  const asFirst = <A, E, R>(
    connection: Connection,
    sharing: CommitSharing,
    begin: Effect.Effect<void, SqlError>,
    effect: Effect.Effect<A, E, R>
  ) => {
    const running = Effect.zipRight(
      begin,
      Effect.matchCauseEffect(effect, {
        onSuccess: (value) => {
          const group: Group = { begun_ms: elapsed_ms(), exit: null, wake: () => {}, others: [] }
          open = group
          return Effect.succeed(Effect.flatMap(commitLater(group), (committed) => ended(sharing, Exit.succeed(value), committed)))
        },
        onFailure: (cause) => Effect.zipRight(Effect.ignore(execute(connection, "ROLLBACK")), Effect.failCause(cause))
      })
    )
    return open === null ? running : Effect.zipRight(end(connection), running)
  }

  const isJoinable = ({ begun_ms, others }: Group): boolean => others.length + 1 < transactions_max && elapsed_ms() - begun_ms < join_ms_max

  return {
    end,
    join: (connection, sharing, begin, effect) =>
      Effect.suspend(() =>
        open !== null && isJoinable(open) ? inSavepoint(connection, sharing, open, effect) : asFirst(connection, sharing, begin, effect)
      )
  }
}
