import * as Schema from "effect/Schema"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const Package = Schema.parseJson(Schema.Struct({ name: Schema.String, version: Schema.String, license: Schema.String }))

const inPackage = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/

const licenceFile = /^(licen[cs]e|copying|notice)/i

/** Where a package has its licence in no file of its own, its README has it. */
const readme = /^readme/i

const licenceOf = (folder: string): string => {
  const { license, name, version } = Schema.decodeUnknownSync(Package)(readFileSync(join(folder, "package.json"), "utf8"))
  const files = readdirSync(folder)
  const own = files.filter((file) => licenceFile.test(file))
  const texts = (own.length > 0 ? own : files.filter((file) => readme.test(file))).map((file) => readFileSync(join(folder, file), "utf8"))
  if (texts.length === 0) throw new Error(`${name} ${version} comes without its licence`)
  return [`${name} ${version}, ${license}`, ...texts.map((text) => text.trim())].join("\n\n")
}

/**
 * The licences of the packages that files are from, paths from a root, as one text. What is below no `node_modules` is
 * ours. A package that comes without one is an error: nobody may pass it on.
 */
export const licencesOf = (root: string, paths: ReadonlyArray<string>): string => {
  const folders = new Set(paths.flatMap((path) => inPackage.exec(path) ?? []))
  return `${[...folders].toSorted().map((folder) => licenceOf(join(root, folder))).join(`\n\n${"-".repeat(80)}\n\n`)}\n`
}
