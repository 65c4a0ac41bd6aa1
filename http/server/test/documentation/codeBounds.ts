import { readdirSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

const sources = ["core", "http", "http/pages", "http/server", ...readdirSync(`${root}adapters`).map((name) => `adapters/${name}`)].flatMap((
  part
) =>
  readdirSync(`${root}${part}/src`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({ file: basename(name, ".ts"), text: readFileSync(`${root}${part}/src/${name}`, "utf8") }))
)

const number = /\d[\d_]*(?: \* \d[\d_]*)*/.source
const named = new RegExp(`\\b([a-z]\\w*) ?[:=] (${number})n?(?![\\w.%])`, "g")
const grouped = /\b([a-z]\w*) = \{([^{}]*)\}/g

const valueOf = (text: string): number => text.split(" * ").reduce((product, factor) => product * Number(factor.replaceAll("_", "")), 1)

const numbersIn = (text: string, prefix: string): ReadonlyArray<readonly [name: string, value: number]> =>
  [...text.matchAll(named)].map(([, name = "", value = ""]) => [`${prefix}${name}`, valueOf(value)])

const boundsOf = ({ file, text }: typeof sources[number]): ReadonlyArray<readonly [name: string, value: number]> => {
  const groups = [...text.matchAll(grouped)].filter(([, name = ""]) => isBound(name) || name.endsWith("Bounds"))
  const rest = groups.reduce((without, [group]) => without.replace(group, ""), text)
  return [...groups.flatMap(([, name, members = ""]) => numbersIn(members, `${file}.${name}.`)), ...numbersIn(rest, `${file}.`)]
}

/** Whether a constant is named like a bound. */
export const isBound = (name: string): boolean => /_max\b|AtOnce/.test(name) || name.endsWith(".atOnce")

/** Every number that the source gives a name, by its file and name: the values of those that are no type. */
export const codeNumbers: ReadonlyMap<string, ReadonlyArray<number>> = sources
  .flatMap(boundsOf)
  .filter(([, value]) => value > 0)
  .reduce((all, [name, value]) => all.set(name, [...(all.get(name) ?? []), value]), new Map<string, ReadonlyArray<number>>())
