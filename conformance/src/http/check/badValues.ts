/** A query that no list of events accepts: the parameter at fault, and the value that its error repeats. */
export interface BadQuery {
  readonly query: string
  readonly field: string
  readonly origin: string
}

const bad = (name: string, ...values: ReadonlyArray<string>): ReadonlyArray<BadQuery> =>
  values.map((origin) => ({ query: `${name}=${encodeURIComponent(origin)}`, field: name, origin }))

const instants = ["soon", "2025-02-30", "2025-13-01", "2025-06-15T25:00"]

/** Values that parameters of the list of events cannot take, by parameter (service.md, wire.md §2). */
export const badValues: { readonly [parameter: string]: ReadonlyArray<BadQuery> } = {
  size: bad("size", "x", "1.5", "-1", "301"),
  from: bad("from", "x", "-1"),
  sort: bad("sort", "title.asc", "timings", "location.nonsense.asc"),
  removed: bad("removed", "nonsense", "2"),
  relative: bad("relative", "nonsense"),
  state: bad("state", "nonsense", "7"),
  featured: bad("featured", "nonsense", "2"),
  attendanceMode: bad("attendanceMode", "nonsense", "9"),
  status: bad("status", "nonsense", "9"),
  accessibility: bad("accessibility", "nonsense"),
  uid: bad("uid", "x", "1.5"),
  locationUid: bad("locationUid", "x"),
  timings: instants.flatMap((instant) => [...bad("timings[gte]", instant), ...bad("timings[lte]", instant)]),
  updatedAt: instants.flatMap((instant) => bad("updatedAt[gte]", instant)),
  timezone: bad("timings[tz]", "Mars/Phobos"),
  age: [...bad("age[gte]", "x", "1.5"), ...bad("age[lte]", "old")],
  detailed: bad("detailed", "nonsense", "2"),
  includeLabels: bad("includeLabels", "nonsense"),
  includeSort: bad("includeSort", "nonsense"),
  monolingual: bad("monolingual", "french"),
  longDescriptionFormat: bad("longDescriptionFormat", "nonsense"),
  threshold: bad("threshold", "some")
}
