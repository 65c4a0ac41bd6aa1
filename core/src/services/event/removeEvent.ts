import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { published } from "../../domain/Event.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { EventStore } from "../../ports/EventStore.js"
import { contributorAudience, type EventRecord } from "../../record/EventRecord.js"
import type { Standing } from "../Access.js"
import { useImage } from "../image/useImage.js"
import { nextInstant } from "./nextInstant.js"
import { withdrawalOf } from "./withdrawals.js"
import { mayChange } from "./writeEvent.js"

/**
 * Removes one event, in the transaction it is run in and under the agenda's lock. Those who read every state see a tombstone from now on;
 * everybody does when the event was published, and when it had been before, the tombstone of its going unpublished stays (wire.md §5). Of one
 * that was not published its contributor sees a tombstone too.
 */
export const removeEvent = Effect.fnUntraced(
  function*(standing: Standing, changedAt: number, stored: EventRecord) {
    const agendas = yield* AgendaStore
    const events = yield* EventStore
    yield* mayChange(standing, stored)
    const { agendaUid, uid } = stored
    const removedAt = nextInstant(yield* Clock.currentTimeMillis, changedAt)
    yield* events.remove(uid)
    yield* useImage(`event:${uid}`, null)
    yield* events.putTombstone({ agendaUid, uid, audience: "privileged", removedAt }, null)
    if (stored.state === published) {
      yield* events.putTombstone({ agendaUid, uid, audience: "public", removedAt }, withdrawalOf(stored, removedAt))
    } else if (stored.contributorUid !== null) {
      yield* events.putTombstone({ agendaUid, uid, audience: contributorAudience(stored.contributorUid), removedAt }, null)
    }
    yield* agendas.setClock(agendaUid, { changedAt: removedAt })
  }
)
