import type { Case } from "./Case.js"
import { agendaCases } from "./cases/agendaCases.js"

/** Every case of the suite, in the order in which an adapter author meets the ports. */
export const allCases: ReadonlyArray<Case> = [...agendaCases]
