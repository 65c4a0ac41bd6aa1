import * as Schema from "effect/Schema"

const Names = Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.Unknown }), { default: () => ({}) })

const Locked = Schema.Struct({
  resolved: Schema.optional(Schema.String),
  link: Schema.optionalWith(Schema.Boolean, { default: () => false }),
  hasInstallScript: Schema.optionalWith(Schema.Boolean, { default: () => false }),
  cpu: Schema.optional(Schema.Array(Schema.String)),
  dependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
  peerDependenciesMeta: Names
})

const Lock = Schema.parseJson(Schema.Struct({ packages: Schema.Record({ key: Schema.String, value: Locked }) }))

type Packages = (typeof Lock.Type)["packages"]

const read = (lockfile: string): Packages => Schema.decodeUnknownSync(Lock)(lockfile).packages

const holders = (path: string): ReadonlyArray<string> => {
  const at = path.lastIndexOf("/node_modules/")
  return at < 0 ? [path, ""] : [path, ...holders(path.slice(0, at))]
}

/** Where the dependency of a package is installed. */
const found = (packages: Packages, path: string, name: string): string | undefined =>
  holders(path).map((holder) => `${holder === "" ? "" : `${holder}/`}node_modules/${name}`).find((candidate) => candidate in packages)

/**
 * Optional dependencies that a lockfile does not hold: `npm ci` refuses it on the platforms they are for, or on all.
 */
export const missingPlatforms = (lockfile: string): ReadonlyArray<string> => {
  const packages = read(lockfile)
  return Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies).filter((name) => found(packages, path, name) === undefined).map((name) => `${path}: ${name}`)
  )
}

/** A package that npm installs with another one. */
export interface Installed {
  readonly name: string
  /** Whether it is compiled or downloaded for one kind of processor. */
  readonly isNative: boolean
}

/**
 * The packages that npm installs with the workspace at a path, peers included. Optional dependencies and optional
 * peers are left out: a package works without them.
 */
export const installedWith = (lockfile: string, workspace: string): ReadonlyArray<Installed> => {
  const packages = read(lockfile)
  const installed = new Map<string, Installed>()
  const visit = (path: string): void => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = packages[path] ?? Schema.decodeSync(Locked)({})
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      const at = found(packages, path, name)
      if (name in peerDependenciesMeta) continue
      const entry = at === undefined ? undefined : packages[at]
      if (at === undefined || entry === undefined) throw new Error(`${path} needs ${name}, which is not locked`)
      if (installed.has(at)) continue
      const isForProcessors = Object.keys(entry.optionalDependencies).some((part) => {
        const binary = found(packages, at, part)
        return binary !== undefined && packages[binary]?.cpu !== undefined
      })
      installed.set(at, { name, isNative: entry.hasInstallScript || isForProcessors })
      visit(entry.link && entry.resolved !== undefined ? entry.resolved : at)
    }
  }
  visit(workspace)
  return [...installed.values()]
}
