/** An agenda of the large data set. */
export interface SkewedAgenda {
  readonly uid: number
  readonly events: number
}

/** Of a million events: how many agendas have how many. */
const shape: ReadonlyArray<readonly [agendas: number, events: number]> = [
  [1, 200_000],
  [1, 100_000],
  [2, 50_000],
  [5, 20_000],
  [10, 10_000],
  [20, 5_000],
  [200, 1_000],
  [400, 200],
  [1_000, 20]
]
const whole_events = shape.reduce((sum, [agendas, events]) => sum + agendas * events, 0)
const uids_from = 3_000_001
const least_events = 20

/**
 * Agendas of very different size, together about so many events. With less than a million the large ones are smaller
 * and the small ones fewer.
 */
export const skewedAgendas = (events: number): ReadonlyArray<SkewedAgenda> => {
  const scale = Math.min(1, events / whole_events)
  let uid = uids_from
  return shape.flatMap(([agendas, size]) =>
    size > 1_000
      ? Array.from({ length: agendas }, () => ({ uid: uid++, events: Math.max(least_events, Math.round(size * scale)) }))
      : Array.from({ length: Math.max(1, Math.round(agendas * scale)) }, () => ({ uid: uid++, events: size }))
  )
}
