import { readFileSync } from "node:fs"

const folder = new URL("../../src/ports/", import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, folder), "utf8")

/** What the docstring of a member of a port says of the largest call that the engine makes. */
export interface LargestCall {
  /** The names of the parameters, in order. */
  readonly parameters: ReadonlyArray<string>
  /** Those that are lists. */
  readonly lists: ReadonlyArray<string>
  /** The sentence behind "Largest call"; null: there is none. */
  readonly says: string | null
  /** The greatest `limit`; null: none is said. */
  readonly limit: number | null
}

const member = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\n {2}readonly (\w+): \(([^]*?)\) => Effect/g

const readMember = (docstring: string, signature: string): LargestCall => {
  const parameters = signature.split(/,\s*(?=\w+\??:)/).map((parameter) => parameter.trim())
  const nameOf = (parameter: string) => parameter.replace(/\??:[^]*/, "")
  const [, says = null] = /Largest call: ([^]*)/.exec(docstring.replaceAll(/\s*\n\s*\*?\s*/g, " ")) ?? []
  const [, limit] = /limit (\d[\d ]*)/.exec(says ?? "") ?? []
  return {
    parameters: parameters.map(nameOf),
    lists: parameters.filter((parameter) => /: ReadonlyArray</.test(parameter)).map(nameOf),
    says,
    limit: limit === undefined ? null : Number(limit.replaceAll(" ", ""))
  }
}

/** The members of the store ports that take arguments, by port and name: `AgendaStore.search`. */
export const largestCalls: ReadonlyMap<string, LargestCall> = new Map(
  ["RecordStore.ts", ...[...read("Stores.ts").matchAll(/from "\.\/(.+)\.js"/g)].map(([, path]) => `${path}.ts`)].flatMap((path) => {
    const port = path.replace(/^.*\/|\.ts$/g, "")
    return [...read(path).matchAll(member)].map(([, docstring = "", name = "", signature = ""]) =>
      [`${port}.${name}`, readMember(docstring, signature)] as const
    )
  })
)
