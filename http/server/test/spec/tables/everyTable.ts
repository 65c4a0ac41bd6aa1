import type { SpecCase } from "@agenda-engine/conformance/http/spec/SpecCase"
import { tables } from "@agenda-engine/conformance/http/spec/tables"
import { acrossCases } from "./acrossCases.js"
import { agendaCases } from "./agendaCases.js"
import { memberCases } from "./memberCases.js"
import { viewCases } from "./viewCases.js"

/** The tables of the suite, and those that ask for other agendas, members and instants that only a world here has. */
export const everyTable: { readonly [name: string]: ReadonlyArray<SpecCase> } = {
  ...tables,
  "agendas": agendaCases,
  "views": viewCases,
  "across agendas": acrossCases,
  "members": memberCases
}
