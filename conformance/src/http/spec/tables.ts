import { acrossCases } from "./cases/acrossCases.js"
import { agendaCases } from "./cases/agendaCases.js"
import { facetCases } from "./cases/facetCases.js"
import { fieldCases } from "./cases/fieldCases.js"
import { filterCases } from "./cases/filterCases.js"
import { locationCases } from "./cases/locationCases.js"
import { memberCases } from "./cases/memberCases.js"
import { removalCases } from "./cases/removalCases.js"
import { searchCases } from "./cases/searchCases.js"
import { sortCases } from "./cases/sortCases.js"
import { viewCases } from "./cases/viewCases.js"
import type { SpecCase } from "./SpecCase.js"

/** Every request for reading that the specification describes, by what it asks for. */
export const tables: { readonly [name: string]: ReadonlyArray<SpecCase> } = {
  "filters": filterCases,
  "sorts": sortCases,
  "search": searchCases,
  "additional fields": fieldCases,
  "facets": facetCases,
  "removal": removalCases,
  "locations": locationCases,
  "agendas": agendaCases,
  "views": viewCases,
  "across agendas": acrossCases,
  "members": memberCases
}
