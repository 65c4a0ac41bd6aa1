import type { Change } from "@agenda-engine/engine"

/** What is found of an event. */
export const searchDocument = ({ agendaUid, uid, event }: { agendaUid: number; uid: number; event: NonNullable<Change["after"]> }) => ({
  uid,
  agendaUid,
  title: event.title,
  description: event.description,
  keywords: event.keywords,
  city: event.location?.city ?? null,
  begins: event.timings.map(({ begin }) => begin)
})

/** The events of a batch: the documents of those that are published, and the uids of the others. */
export const searchedEvents = (batch: ReadonlyArray<Change>) => {
  const last = new Map(batch.filter(({ type }) => type === "event").map((change) => [change.uid, change]))
  const found = [...last.values()].flatMap(({ after: event, agendaUid, uid }) =>
    event?.state === 2 ? [searchDocument({ agendaUid, uid, event })] : []
  )
  const shown = new Set(found.map(({ uid }) => uid))
  return { found, gone: [...last.keys()].filter((uid) => !shown.has(uid)) }
}
