/**
 * The default of the type parameter `Values`, the additional fields of an event by their codes: unknown. Code that
 * knows the fields of its agenda passes a type of its own. The engine does not check that type; it validates the values
 * by the field definitions of the agenda.
 *
 * @example
 * events.create<{ readonly genres?: ReadonlyArray<number>; readonly places?: number }>(authorization, draft)
 */
export type NoValues = unknown
