import { describeAccepted, describedInstant, describeInteger, type Parameter } from "@agenda-engine/core/query/Parameter"

/** A value that a parameter cannot take. */
export interface BadValue {
  /** The query string, not encoded. */
  readonly asked: string
  /** The parameter and its fault, as `errors` names it. */
  readonly field: string
  /** What was refused, as `errors` shows it. */
  readonly origin: unknown
  /** A part of the message that says what is taken. */
  readonly takes: string
}

const isFinite = (bound: number): boolean => Math.abs(bound) < Number.MAX_SAFE_INTEGER

const integers = ({ max, min }: { readonly min: number; readonly max: number }): ReadonlyArray<string> => [
  "x",
  "1.5",
  "99999999999999999999",
  ...(isFinite(min) ? [String(min - 1)] : []),
  ...(isFinite(max) ? [String(max + 1)] : [])
]

/** Texts that the parameters with a form of their own cannot take. */
const malformed: { readonly [name: string]: ReadonlyArray<string> } = {
  threshold: ["some", "0x10", "on"],
  sort: ["title.asc", "timings", "timings.desc", "location.nonsense.asc", "location.adminLevel4", "updatedAt"],
  monolingual: ["french", "?"],
  includeFields: ["location..city", ".", "a b"]
}

const instants = ["soon", "2025-02-30", "2025-13-01", "2025-06-15T25:00", "2025-06-15T10:00+99:00", "1750000000000", "tomorrow"]

const ofKind = (parameter: Parameter, name: string): ReadonlyArray<BadValue> => {
  const takes = describeAccepted(parameter)
  const texts = (values: ReadonlyArray<string>) =>
    values.map((origin): BadValue => ({ asked: `${name}=${origin}`, field: name, origin, takes }))
  const at = (below: string, origin: string, said = takes): BadValue => ({
    asked: `${name}${below}=${origin}`,
    field: `${name}${below}`,
    origin,
    takes: said
  })
  switch (parameter.kind) {
    case "choice":
      return texts(["nonsense", "2 ", "-7", "null,1"])
    case "integer":
      return texts(integers(parameter))
    case "text":
      return []
    case "formed":
      return texts(malformed[parameter.name] ?? [])
    case "range":
      return [
        ...texts(["2025-06-15"]),
        ...instants.flatMap((instant) => [at("[gte]", instant, describedInstant), at("[lte]", instant, describedInstant)]),
        at("[0][gte]", "soon", describedInstant),
        at("[tz]", "Mars/Phobos", "time zone"),
        { asked: `${name}[between]=2025`, field: `${name}[between]`, origin: "2025", takes }
      ]
    case "integerRange":
      return [
        ...texts(["5"]),
        ...integers(parameter).flatMap((text) => ["[gte]", "[lte]", "[0][gte]"].map((below) => at(below, text, describeInteger(parameter))))
      ]
    case "box":
      return [
        ...texts(["48.9"]),
        { asked: `${name}[northEast][lat]=48`, field: `${name}[southWest][lng]`, origin: "", takes: "both corners" },
        ...["91", "x"].map((lat) => inBox(name, "[northEast][lat]", lat, "from -90 to 90")),
        ...["-181", "1,5"].map((lng) => inBox(name, "[southWest][lng]", lng, "from -180 to 180")),
        inBox(name, "[northEast][lat]", "-80", "south of")
      ]
    case "pair":
      return [
        ...texts(["legacy"]),
        { asked: `${name}[key]=a`, field: `${name}[value]`, origin: "", takes: "key and value" },
        { asked: `${name}[0][value]=a`, field: `${name}[0][key]`, origin: "", takes: "key and value" }
      ]
    case "facet":
      return [
        ...texts(["nonsense"]).map((bad) => ({ ...bad, takes: "one of cities" })),
        at("[0][type]", "nonsense", "one of cities"),
        at("[0][t]", "nonsense", "one of cities"),
        { ...at("[0][size]", "2001", "from 0 to 2000"), asked: `${name}[0][size]=2001&${name}[0][type]=cities` },
        { ...at("[0][s]", "-1", "from 0 to 2000"), asked: `${name}[0][s]=-1&${name}[0][type]=cities` },
        { ...at("[0][zoom]", "21", "from 0 to 20"), asked: `${name}[0][zoom]=21&${name}[0][type]=geohash` },
        { ...at("[0][interval]", "decade", "one of hour"), asked: `${name}[0][interval]=decade&${name}[0][type]=timings` },
        { ...at("[0][timezone]", "Mars/Phobos", "time zone"), asked: `${name}[0][timezone]=Mars/Phobos&${name}[0][type]=timings` },
        { asked: `${name}[0][size]=1`, field: `${name}[0][type]`, origin: "", takes: "it is the type of the facet" },
        { asked: `${name}[0][colour]=1&${name}[0][type]=cities`, field: `${name}[0][colour]`, origin: "1", takes }
      ]
  }
}

/** A whole box but for one degree. */
const inBox = (name: string, below: string, origin: string, takes: string): BadValue => {
  const degrees = {
    "[northEast][lat]": "49",
    "[northEast][lng]": "3",
    "[southWest][lat]": "48",
    "[southWest][lng]": "2",
    [below]: origin
  }
  return {
    asked: Object.entries(degrees).map(([key, text]) => `${name}${key}=${text}`).join("&"),
    field: `${name}${below}`,
    origin,
    takes
  }
}

const flat: ReadonlyArray<Parameter["kind"]> = ["choice", "integer", "text", "formed"]

/** Bad values of a parameter under one of its names: of its kind, and of a shape that it has not. */
export const badValues = (parameter: Parameter, name: string): ReadonlyArray<BadValue> => {
  const takes = describeAccepted(parameter)
  const shapes = flat.includes(parameter.kind)
    ? [{ asked: `${name}[deep]=1`, field: name, origin: '{"deep":"1"}', takes }]
    : []
  return [...ofKind(parameter, name), ...shapes]
}

const apart: { readonly [name: string]: readonly [string, string] } = { threshold: ["1", "auto"], monolingual: ["fr", "en"] }

/** Two values that a parameter takes one at a time; null where it takes several. */
export const twoValues = (parameter: Parameter): readonly [string, string] | null => {
  if (parameter.many) return null
  if (parameter.kind === "integer") return ["1", "2"]
  if (parameter.kind !== "choice") return apart[parameter.name] ?? ["one", "other"]
  const [[word, value] = ["", null], ...others] = parameter.options
  const other = others.find(([, meaning]) => meaning !== value)
  return other === undefined ? null : [word, other[0]]
}
