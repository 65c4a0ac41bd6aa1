import type { Case } from "./Case.js"
import { agendaCases } from "./cases/agendaCases.js"
import { credentialCases } from "./cases/credentialCases.js"
import { eventCases } from "./cases/eventCases.js"
import { locationCases } from "./cases/locationCases.js"
import { memberCases } from "./cases/memberCases.js"
import { tombstoneCases } from "./cases/tombstoneCases.js"

/** Every case of the suite, in the order in which an adapter author meets the ports. */
export const allCases: ReadonlyArray<Case> = [
  ...agendaCases,
  ...memberCases,
  ...credentialCases,
  ...locationCases,
  ...eventCases,
  ...tombstoneCases
]
