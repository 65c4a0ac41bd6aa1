import * as Context from "effect/Context"

/**
 * Says of what runs in a transaction that no failure of a store in it is got over: whoever runs it lets all of the transaction be undone. Then
 * a store need not be able to undo a part of it alone, be that a `Transaction.run` in another or one put, which costs it more than many a
 * write. Whatever else such a part fails with, it has written nothing by then, or the failure goes through to whoever runs the transaction.
 */
export class Undivided extends Context.Reference<Undivided>()("@agenda-engine/core/ports/Undivided", { defaultValue: () => false }) {}
