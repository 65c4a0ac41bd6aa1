/** Length of the longest value that is written in one line. */
const line_chars_max = 100

const identifier = /^[A-Za-z_$][\w$]*$/

/** The name of a member in an object literal, where `__proto__` without brackets sets the prototype. */
const nameOf = (name: string): string => name === "__proto__" ? `["${name}"]` : identifier.test(name) ? name : JSON.stringify(name)

const block = (open: string, parts: ReadonlyArray<string>, close: string, indent: string): string => {
  const line = open === "[" ? `[${parts.join(", ")}]` : `{ ${parts.join(", ")} }`
  if (parts.length === 0) return `${open}${close}`
  if (indent.length + line.length <= line_chars_max && !line.includes("\n")) return line
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(",\n")}\n${indent}${close}`
}

/**
 * A plain value as TypeScript to paste into a test. Members that are undefined are left out.
 *
 * @example
 * codeOf({ uid: 1, at: [Infinity] }) // { uid: 1, at: [Infinity] }
 */
export const codeOf = (value: unknown, indent = ""): string => {
  if (typeof value === "bigint") return `${value}n`
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value)
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined"
  const inner = `${indent}  `
  if (Array.isArray(value)) return block("[", value.map((one: unknown) => codeOf(one, inner)), "]", indent)
  const members = Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    member === undefined ? [] : [`${nameOf(name)}: ${codeOf(member, inner)}`]
  )
  return block("{", members, "}", indent)
}
