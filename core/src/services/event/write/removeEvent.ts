import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { published } from "../../../domain/event/Event.js"
import { AgendaStore } from "../../../ports/AgendaStore.js"
import { EventStore } from "../../../ports/event/EventStore.js"
import { TombstoneStore } from "../../../ports/event/TombstoneStore.js"
import { contributorAudience, type EventRecord } from "../../../record/EventRecord.js"
import type { Authorization } from "../../Access.js"
import { assignImages } from "../../image/assignImages.js"
import { nextInstant } from "./lockedWrite.js"
import { withdrawalOf } from "./withdrawals.js"
import { mayChange } from "./writeEvent.js"

/**
 * Removes one event, inside a transaction and under the agenda's lock. Readers of every state get a tombstone. So does
 * the public if the event was published; else a tombstone of its unpublishing stays (wire.md §5), and its contributor
 * gets one too.
 */
export const removeEvent = Effect.fnUntraced(
  function*(authorization: Authorization, changedAt: number, stored: EventRecord) {
    const agendas = yield* AgendaStore
    const events = yield* EventStore
    const tombstones = yield* TombstoneStore
    yield* mayChange(authorization, stored)
    const { agendaUid, uid } = stored
    const removedAt = nextInstant(yield* Clock.currentTimeMillis, changedAt)
    yield* events.remove(uid)
    yield* assignImages(`event:${uid}`, [])
    yield* tombstones.put({ agendaUid, uid, audience: "privileged", removedAt }, null)
    if (stored.state === published) {
      yield* tombstones.put({ agendaUid, uid, audience: "public", removedAt }, withdrawalOf(stored, removedAt))
    } else if (stored.contributorUid !== null) {
      yield* tombstones.put({ agendaUid, uid, audience: contributorAudience(stored.contributorUid), removedAt }, null)
    }
    yield* agendas.setClock(agendaUid, { changedAt: removedAt })
  }
)
