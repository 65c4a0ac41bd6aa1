import type { Case } from "./Case.js"
import { acrossCases } from "./cases/acrossCases.js"
import { agendaCases } from "./cases/agendaCases.js"
import { availabilityCases } from "./cases/availabilityCases.js"
import { conditionCases } from "./cases/conditionCases.js"
import { credentialCases } from "./cases/credentialCases.js"
import { eventCases } from "./cases/eventCases.js"
import { formerPositionCases } from "./cases/formerPositionCases.js"
import { historyCases } from "./cases/historyCases.js"
import { idempotencyCases } from "./cases/idempotencyCases.js"
import { imageCases } from "./cases/imageCases.js"
import { invitationCases } from "./cases/invitationCases.js"
import { knownCountCases } from "./cases/knownCountCases.js"
import { locatedCases } from "./cases/locatedCases.js"
import { locationCases } from "./cases/locationCases.js"
import { locationLockCases } from "./cases/locationLockCases.js"
import { locationSetCases } from "./cases/locationSetCases.js"
import { manyValuesCases } from "./cases/manyValuesCases.js"
import { memberCases } from "./cases/memberCases.js"
import { networkCases } from "./cases/networkCases.js"
import { orderCases } from "./cases/orderCases.js"
import { pageCases } from "./cases/pageCases.js"
import { recordCacheCases } from "./cases/recordCacheCases.js"
import { removalCases } from "./cases/removalCases.js"
import { reopenCases } from "./cases/reopenCases.js"
import { retypeCases } from "./cases/retypeCases.js"
import { revisionCases } from "./cases/revisionCases.js"
import { sortCases } from "./cases/sortCases.js"
import { tallyCases } from "./cases/tallyCases.js"
import { termCases } from "./cases/termCases.js"
import { textCases } from "./cases/textCases.js"
import { textChangeCases, textPlaceCases } from "./cases/textChangeCases.js"
import { timezoneCases } from "./cases/timezoneCases.js"
import { tombstoneCases } from "./cases/tombstoneCases.js"
import { transactionCases } from "./cases/transactionCases.js"
import { transitionCases } from "./cases/transitionCases.js"
import { walkCases } from "./cases/walkCases.js"
import { withdrawalCases } from "./cases/withdrawalCases.js"
import { differentialCase, type DifferentialOptions } from "./differential.js"

/** Every case but the random one, in the order in which an adapter author meets the ports. */
export const allCases: ReadonlyArray<Case> = [
  ...agendaCases,
  ...networkCases,
  ...locationSetCases,
  ...memberCases,
  ...invitationCases,
  ...credentialCases,
  ...idempotencyCases,
  ...revisionCases,
  ...locationCases,
  ...formerPositionCases,
  ...locationLockCases,
  ...eventCases,
  ...availabilityCases,
  ...timezoneCases,
  ...historyCases,
  ...imageCases,
  ...transitionCases,
  ...tombstoneCases,
  ...withdrawalCases,
  ...removalCases,
  ...conditionCases,
  ...termCases,
  ...locatedCases,
  ...acrossCases,
  ...manyValuesCases,
  ...orderCases,
  ...sortCases,
  ...tallyCases,
  ...recordCacheCases,
  ...knownCountCases,
  ...textCases,
  ...textChangeCases,
  ...pageCases,
  ...walkCases,
  ...transactionCases,
  ...reopenCases,
  ...retypeCases,
  ...textPlaceCases
]

/** The whole suite: every case, and random histories. */
export const suite = (options: DifferentialOptions): ReadonlyArray<Case> => [...allCases, differentialCase(options)]
