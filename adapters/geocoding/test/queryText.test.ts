import { expect, it } from "vitest"
import { queryText } from "../src/queryText.js"

const address = { address: "1 rue de Siam", postalCode: "29200", city: "Brest", insee: null, countryCode: "FR" }

it.each([
  { of: "adds postal code and city", change: {}, text: "1 rue de Siam 29200 Brest" },
  {
    of: "leaves out what the address contains, however it is written",
    change: { address: "1 rue de Siam, 29200 BREST" },
    text: "1 rue de Siam, 29200 BREST"
  },
  {
    of: "is one line that begins with a letter or digit",
    change: { address: " - 1 rue\n de  Siam", city: "" },
    text: "1 rue de Siam 29200"
  },
  { of: "is cut between characters", change: { address: "🎪a".repeat(20) }, text: "a🎪a🎪a🎪a🎪a🎪a🎪a🎪a🎪a🎪a🎪a🎪a🎪a🎪a🎪a" },
  { of: "is null when too little is left", change: { address: "?", postalCode: null, city: null }, text: null }
])("a query $of", ({ change, text }) => {
  expect(queryText({ ...address, ...change }, 29)).toBe(text)
})
