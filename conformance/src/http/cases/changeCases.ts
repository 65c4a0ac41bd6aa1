import * as Effect from "effect/Effect"
import { at } from "../answer/Answer.js"
import { askFor, askRefused, check, checkLike, uidAt } from "../check/checks.js"
import { newEvent, writing } from "../check/written.js"
import type { CaseFailure } from "../run/CaseFailure.js"
import { casesOf } from "../run/HttpCase.js"
import type { Credential, HttpTarget } from "../run/HttpTarget.js"
import { itemsOf } from "../spec/SpecCase.js"

const after = (cursor: unknown): string => `after=${encodeURIComponent(String(cursor))}`

/** Reads changes of the agenda that is written to, or of all agendas. */
const pageOf = (target: HttpTarget, query: string, as: Credential = target.key, across = false) =>
  Effect.flatMap(
    writing(target),
    ({ agenda }) => askFor(target, 200, `/v2/${across ? "" : `agendas/${agenda}/`}changes?${query}`, { headers: as })
  )

/** The cursor at the end of the changes that a caller sees. */
const cursorNow = (target: HttpTarget, as?: Credential, across?: boolean): Effect.Effect<string, CaseFailure> =>
  Effect.map(pageOf(target, "after=now", as, across), ({ body }) => String(at(body, "next")))

/** The changes of an event after a cursor: other clients may change other events meanwhile. */
const changesOf = (
  target: HttpTarget,
  event: unknown,
  cursor: string,
  { across, as, query = "" }: { readonly across?: boolean; readonly as?: Credential; readonly query?: string } = {}
): Effect.Effect<{ readonly changes: ReadonlyArray<unknown>; readonly next: string }, CaseFailure> =>
  Effect.gen(function*() {
    const found: Array<unknown> = []
    let next = cursor
    for (let pages = 0; pages < 50; pages++) {
      const { body } = yield* pageOf(target, `${after(next)}&size=1000${query}`, as, across)
      found.push(...itemsOf(body, "changes").filter((change) => at(change, "type") === "event" && uidAt(change) === uidAt(event)))
      next = String(at(body, "next"))
      if (at(body, "upToDate") === true) break
    }
    return { changes: found, next }
  })

const patch = (target: HttpTarget, path: string, token: Credential, body: object) =>
  askFor(target, 200, path, { method: "PATCH", headers: token, body })

/** The cases of the log of changes (wire.md §9). */
export const changeCases = casesOf("changes", "feed", [
  [
    "public",
    "wire.md §9",
    "to the public an event appears when it is published, changes, and goes when it is withdrawn",
    function*(target) {
      const start = yield* cursorNow(target)
      const [event, path, token] = yield* newEvent(target, { state: 2 })
      const shown = { type: "event", uid: uidAt(event), agendaUid: target.writing?.agenda }
      const published = yield* changesOf(target, event, start)
      yield* checkLike("the first change", published.changes, [{ ...shown, kind: "event.published", removed: false }])
      yield* patch(target, path, token, { title: { fr: "Autre titre" } })
      const updated = yield* changesOf(target, event, published.next)
      yield* checkLike("the second change", updated.changes, [{ ...shown, kind: "event.updated", removed: false }])
      yield* patch(target, path, token, { state: 0 })
      const removed = yield* changesOf(target, event, updated.next)
      yield* checkLike("the third change", removed.changes, [{ ...shown, kind: "event.removed", removed: true }])
      const instant = String(at(removed.changes[0], "at"))
      yield* check(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(instant), "at", "UTC with milliseconds", instant)
    }
  ],
  [
    "moderators",
    "wire.md §9",
    "moderators see unpublished events made, published, withdrawn and removed; the public learns nothing of drafts",
    function*(target) {
      const { token } = yield* writing(target)
      const [seen, hidden] = [yield* cursorNow(target, token), yield* cursorNow(target)]
      const [event, path] = yield* newEvent(target, { state: 0 })
      const created = yield* changesOf(target, event, seen, { as: token })
      yield* checkLike("the creation", created.changes, [{ kind: "event.created", removed: false }])
      yield* checkLike("the creation to the public", (yield* changesOf(target, event, hidden)).changes, [], true)
      yield* patch(target, path, token, { state: 2 })
      const published = yield* changesOf(target, event, created.next, { as: token })
      yield* checkLike("the publication", published.changes, [{ kind: "event.published", removed: false }])
      yield* patch(target, path, token, { state: 0 })
      const withdrawn = yield* changesOf(target, event, published.next, { as: token })
      yield* checkLike("the withdrawal", withdrawn.changes, [{ kind: "event.unpublished", removed: false }])
      yield* askFor(target, 200, path, { method: "DELETE", headers: token })
      const removed = yield* changesOf(target, event, withdrawn.next, { as: token })
      yield* checkLike("the removal", removed.changes, [{ kind: "event.removed", removed: true }])
    }
  ],
  [
    "folded",
    "wire.md §9",
    "a page shows the last change of each event; kind[] filters after that, and detailed=1 adds the event",
    function*(target) {
      const start = yield* cursorNow(target)
      const [event, path, token] = yield* newEvent(target, { state: 2 })
      yield* patch(target, path, token, { title: { fr: "Dernier titre" } })
      const { changes } = yield* changesOf(target, event, start, { query: "&detailed=1" })
      yield* checkLike("the change", changes, [{
        kind: "event.updated",
        event: { uid: uidAt(event), title: { fr: "Dernier titre" } }
      }])
      const published = yield* changesOf(target, event, start, { query: "&kind[]=event.published" })
      yield* checkLike("changes of another kind", published.changes, [], true)
      const updated = yield* changesOf(target, event, start, { query: "&kind[]=event.updated" })
      yield* check(
        updated.changes.length === 1 && at(updated.changes[0], "event") === undefined,
        "changes of this kind",
        1,
        updated.changes
      )
    }
  ],
  ["across", "wire.md §9", "changes of public agendas are in the changes across agendas, with their agenda", function*(target) {
    const start = yield* cursorNow(target, undefined, true)
    const [event] = yield* newEvent(target, { state: 2 })
    const { changes } = yield* changesOf(target, event, start, { across: true })
    yield* checkLike("the change", changes, [{ kind: "event.published", agendaUid: target.writing?.agenda }])
  }],
  ["end", "wire.md §9", "the page at the end is up to date, and its cursor goes on from there", function*(target) {
    const { body } = yield* pageOf(target, "after=now")
    yield* checkLike("the page", body, { success: true, changes: [], upToDate: true })
    yield* check(typeof at(body, "next") === "string", "next", "a text", at(body, "next"))
    yield* pageOf(target, after(at(body, "next")))
  }],
  [
    "refused",
    "wire.md §9; wire.md §2",
    "a malformed cursor, an unknown kind, and sizes and waits out of range are refused",
    function*(target) {
      const { agenda } = yield* writing(target)
      const changes = `/v2/agendas/${agenda}/changes`
      const refused = yield* askRefused(target, 400, `${changes}?after=nonsense`)
      yield* checkLike("the fault", at(refused.body, "errors", 0), { code: "cursor.invalid", field: "after" })
      for (const query of ["size=0", "size=1001", "wait=61", "wait=-1", "kind[]=event.born", "detailed=yes"]) {
        yield* askRefused(target, 400, `${changes}?${query}`)
      }
      yield* askRefused(target, 401, changes, { headers: {} })
    }
  ]
])
