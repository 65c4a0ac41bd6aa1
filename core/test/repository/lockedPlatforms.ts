import * as Schema from "effect/Schema"

const Lock = Schema.parseJson(Schema.Struct({
  packages: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({ optionalDependencies: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.String })) })
  })
}))

const holders = (path: string): ReadonlyArray<string> => {
  const at = path.lastIndexOf("/node_modules/")
  return at < 0 ? [path, ""] : [path, ...holders(path.slice(0, at))]
}

/**
 * Optional dependencies that a lockfile does not hold: `npm ci` refuses it on the platforms they are for, or on all.
 */
export const missingPlatforms = (lockfile: string): ReadonlyArray<string> => {
  const { packages } = Schema.decodeUnknownSync(Lock)(lockfile)
  return Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {})
      .filter((name) => !holders(path).some((holder) => `${holder === "" ? "" : `${holder}/`}node_modules/${name}` in packages))
      .map((name) => `${path}: ${name}`)
  )
}
