import { contributorAudience, type Tombstone } from "../record/EventRecord.js"
import { isWithin } from "./meetsCondition.js"
import type { PlanData } from "./PlanData.js"
import type { QueryPlan, TombstoneCondition } from "./QueryPlan.js"

const meets = ({ removedAt, uid }: Tombstone, condition: TombstoneCondition): boolean =>
  condition._tag === "Uid" ? condition.in.includes(uid) : isWithin(condition.ranges, removedAt)

/** The stored tombstones that a plan lists, before its conditions. */
const storedTombstones = ({ audience, tombstones }: QueryPlan, data: PlanData): ReadonlyArray<Tombstone> => {
  const ofAudience = data.tombstones.filter((tombstone) => tombstone.audience === audience)
  const contributorUid = tombstones?.contributorUid ?? null
  if (contributorUid === null) return ofAudience
  const own = data.tombstones.filter((tombstone) => tombstone.audience === contributorAudience(contributorUid))
  const isOwn = (tombstone: Tombstone): boolean =>
    own.some(({ agendaUid, uid }) => agendaUid === tombstone.agendaUid && uid === tombstone.uid) ||
    data.events.some(({ record }) => record.uid === tombstone.uid && record.contributorUid === contributorUid)
  return [...own, ...ofAudience.filter((tombstone) => !isOwn(tombstone))]
}

/** Stored events that a plan lists as tombstones: once published, now in an unlisted state. */
const withdrawnEvents = ({ tombstones: rule }: QueryPlan, { events, tombstones }: PlanData): ReadonlyArray<Tombstone> => {
  if (rule === undefined || rule.listedStates === null) return []
  const { contributorUid, listedStates } = rule
  return events.flatMap(({ record: { agendaUid, contributorUid: contributor, state, uid, updatedAt } }) => {
    const wasPublished = tombstones.some((one) => one.audience === "public" && one.agendaUid === agendaUid && one.uid === uid)
    const isRequested = !listedStates.includes(state) && (contributorUid === null || contributor === contributorUid)
    return wasPublished && isRequested ? [{ agendaUid, uid, audience: "public", removedAt: updatedAt }] : []
  })
}

/** The tombstones that a plan lists, in any order and from every agenda. Each has the audience of the plan. */
export const listedTombstones = (plan: QueryPlan, data: PlanData): ReadonlyArray<Tombstone> => {
  const { audience, removed } = plan
  if (removed === null) return []
  return [...storedTombstones(plan, data), ...withdrawnEvents(plan, data)]
    .filter((tombstone) => removed.every((condition) => meets(tombstone, condition)))
    .map((tombstone) => ({ ...tombstone, audience }))
}
