import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { authorOf } from "../../../domain/access/Credential.js"
import { Invalid, type StoreError } from "../../../domain/error/EngineError.js"
import { issue } from "../../../domain/error/Issue.js"
import type { Event } from "../../../domain/event/Event.js"
import { slugOf } from "../../../domain/identity/slug.js"
import { AgendaUid, EventUid, UserUid } from "../../../domain/identity/Uid.js"
import type { EventStore } from "../../../ports/event/EventStore.js"
import type { TombstoneStore } from "../../../ports/event/TombstoneStore.js"
import type { EventChanges } from "../../../validation/event/EventChanges.js"
import type { Authorization } from "../../Access.js"
import { triedSlug, triedUid } from "../../identity/freshUid.js"
import type { Restoration } from "./Restoration.js"

/** What identifies a new event: the caller's authorization, and the import line, null outside of imports. */
interface Identified {
  readonly authorization: Authorization
  readonly restoration: Restoration | null
}

/** The ports that have uids and slugs of events. */
interface UidPorts {
  readonly events: Context.Tag.Service<EventStore>
  readonly tombstones: Context.Tag.Service<TombstoneStore>
}

const firstText = (text: { readonly [lang: string]: string }): string => Object.values(text)[0] ?? ""

/**
 * Uid, slug and creation instant of a new event. The slug of the body or import line, or of the title, gets a suffix
 * when it is taken. The uid of an import line is used when it is free, or belonged to a removed event of this agenda,
 * which is then restored. A line identified by its uid alone is refused otherwise. Without a uid, it is derived from
 * the external identifier, so that an import assigns the same uids everywhere.
 */
export const identifyEvent: (
  ports: UidPorts,
  identified: Identified,
  draft: EventChanges,
  at: number
) => Effect.Effect<Pick<Event, "agendaUid" | "contributorUid" | "createdAt" | "slug" | "uid">, Invalid | StoreError> = Effect.fnUntraced(
  function*({ events, tombstones }, { authorization: { agenda, caller }, restoration }, draft, at) {
    const { createdAt = at, extId, slug: restoredSlug, uid: restoredUid } = restoration ?? {}
    const wanted = draft.slug ?? restoredSlug ?? slugOf(firstText(draft.title ?? {}), "event")
    const seed = extId === undefined || restoredUid !== undefined ? null : `${agenda.uid}/${extId.key}/${extId.value}`
    let slug = wanted
    let uid = restoredUid ?? (yield* triedUid(seed, 0))
    for (let trials = 1;; trials++) {
      const taken = yield* events.taken(uid, slug)
      const isRestored = uid === restoredUid && taken.uid && (yield* tombstones.find(agenda.uid, uid, "privileged")) !== null
      if (taken.uid && !isRestored) {
        if (uid === restoredUid && extId === undefined) {
          return yield* new Invalid({ subject: "data", issues: [issue("duplicate", "uid", { origin: uid })] })
        }
        uid = yield* triedUid(seed, trials)
      } else if (!taken.slug) {
        const authorUid = authorOf(caller)
        return {
          uid: EventUid.make(uid),
          agendaUid: AgendaUid.make(agenda.uid),
          slug,
          contributorUid: authorUid === null ? null : UserUid.make(authorUid),
          createdAt
        }
      }
      if (taken.slug) slug = yield* triedSlug(wanted)
    }
  }
)
