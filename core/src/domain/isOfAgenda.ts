/** Whether a location may be used by an agenda: its own, or one of the location set that it shares (wire.md §5, Locations). */
export const isOfAgenda = (
  location: { readonly agendaUid: number; readonly setUid: number | null },
  agenda: { readonly uid: number; readonly locationSetUid: number | null }
): boolean => location.agendaUid === agenda.uid || (location.setUid !== null && location.setUid === agenda.locationSetUid)
