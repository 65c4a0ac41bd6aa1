import type { ReadingPlace } from "../../ports/change/ChangeStore.js"

/** The name of a change in every log: the `webhook-id` of its deliveries (wire.md §9). */
export const changeIdOf = ({ agendaUid, ordinal, position }: ReadingPlace): string => `${agendaUid}:${position}:${ordinal}`

/** The place of the change with this name; null when it is no name. */
export const placeOfId = (id: string): ReadingPlace | null => {
  const [, agendaUid, position, ordinal] = /^(\d{1,15}):(\d{1,15}):(\d{1,15})$/.exec(id) ?? []
  return agendaUid === undefined ? null : { agendaUid: Number(agendaUid), position: Number(position), ordinal: Number(ordinal) }
}
