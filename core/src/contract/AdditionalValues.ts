/**
 * The type of an agenda's additional fields by their codes when a caller states none. A caller that does gives services
 * a type argument; the engine checks the values by the definitions of the agenda, not by that type.
 *
 * @example
 * events.create<{ readonly genres?: ReadonlyArray<number>; readonly places?: number }>(authorization, draft)
 */
export type NoValues = unknown
