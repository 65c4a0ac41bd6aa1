/** Whether an agenda may use a location: it owns it or shares its location set (wire.md §5, Locations). */
export const isOfAgenda = (
  location: { readonly agendaUid: number; readonly setUid: number | null },
  agenda: { readonly uid: number; readonly locationSetUid: number | null }
): boolean => location.agendaUid === agenda.uid || (location.setUid !== null && location.setUid === agenda.locationSetUid)
