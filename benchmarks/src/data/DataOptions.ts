/** What a data set is made from; the same options give the same lines. */
export interface DataOptions {
  /**
   * `small`: one agenda of so many events, and some smaller ones. `large`: agendas of very different sizes, together
   * about so many.
   */
  readonly dataset: "small" | "large"
  readonly events: number
  /**
   * Of `large`, the events of all agendas; or of those that scenarios ask alone (`askedAgendas`), beside the ones that
   * are copied.
   */
  readonly agendas: "all" | "asked"
  /**
   * How many events of `small` have offers, and how many as long as these have none, each in an agenda of their own.
   */
  readonly ticketed: number
  readonly seed: number
  /** The instant around which events take place, epoch milliseconds: half before it, half after. */
  readonly around: number
}
