import type { Case } from "./Case.js"
import { credentialCases } from "./cases/access/credentialCases.js"
import { invitationCases } from "./cases/access/invitationCases.js"
import { memberCases } from "./cases/access/memberCases.js"
import { agendaCases } from "./cases/agenda/agendaCases.js"
import { formerPositionCases } from "./cases/agenda/formerPositionCases.js"
import { geocodingCases } from "./cases/agenda/geocodingCases.js"
import { locationCases } from "./cases/agenda/locationCases.js"
import { locationLockCases } from "./cases/agenda/locationLockCases.js"
import { locationSearchCases } from "./cases/agenda/locationSearchCases.js"
import { locationSetCases } from "./cases/agenda/locationSetCases.js"
import { networkCases } from "./cases/agenda/networkCases.js"
import { webhookCases } from "./cases/agenda/webhookCases.js"
import { changeCases } from "./cases/changeCases.js"
import { consumerCases } from "./cases/consumerCases.js"
import { availabilityCases } from "./cases/event/availabilityCases.js"
import { eventCases } from "./cases/event/eventCases.js"
import { historyCases } from "./cases/event/historyCases.js"
import { recordCacheCases } from "./cases/event/recordCacheCases.js"
import { removalCases } from "./cases/event/removalCases.js"
import { retypeCases } from "./cases/event/retypeCases.js"
import { timezoneCases } from "./cases/event/timezoneCases.js"
import { tombstoneCases } from "./cases/event/tombstoneCases.js"
import { transitionCases } from "./cases/event/transitionCases.js"
import { withdrawalCases } from "./cases/event/withdrawalCases.js"
import { idempotencyCases } from "./cases/idempotencyCases.js"
import { imageCases } from "./cases/imageCases.js"
import { keptCases } from "./cases/keptCases.js"
import { limitCases } from "./cases/limitCases.js"
import { ownWriteScanCases } from "./cases/ownWriteScanCases.js"
import { reopenCases } from "./cases/reopenCases.js"
import { revisionCases } from "./cases/revisionCases.js"
import { acrossCases } from "./cases/search/acrossCases.js"
import { conditionCases } from "./cases/search/conditionCases.js"
import { knownCountCases } from "./cases/search/knownCountCases.js"
import { locatedCases } from "./cases/search/locatedCases.js"
import { manyValuesCases } from "./cases/search/manyValuesCases.js"
import { orderCases } from "./cases/search/orderCases.js"
import { pageCases } from "./cases/search/pageCases.js"
import { relevanceCases } from "./cases/search/relevanceCases.js"
import { sortCases } from "./cases/search/sortCases.js"
import { spellingCases } from "./cases/search/spellingCases.js"
import { tallyCases } from "./cases/search/tallyCases.js"
import { termCases } from "./cases/search/termCases.js"
import { textCases } from "./cases/search/textCases.js"
import { textChangeCases, textPlaceCases } from "./cases/search/textChangeCases.js"
import { walkCases } from "./cases/search/walkCases.js"
import { wordCases } from "./cases/search/wordCases.js"
import { portTransactionCases } from "./cases/transaction/portTransactionCases.js"
import { transactionCases } from "./cases/transaction/transactionCases.js"
import { pastCases, volumeCases } from "./cases/volumeCases.js"
import { differentialCase, type DifferentialOptions } from "./differential.js"
import { processCases } from "./process/processCases.js"
import type { ProcessOptions } from "./process/StoreProcess.js"

/** Every case of one process but the random one, in the order in which an adapter author meets the ports. */
export const allCases: ReadonlyArray<Case> = [
  ...transactionCases,
  ...agendaCases,
  ...networkCases,
  ...locationSetCases,
  ...imageCases,
  ...memberCases,
  ...invitationCases,
  ...credentialCases,
  ...idempotencyCases,
  ...revisionCases,
  ...changeCases,
  ...consumerCases,
  ...locationCases,
  ...locationSearchCases,
  ...formerPositionCases,
  ...locationLockCases,
  ...geocodingCases,
  ...webhookCases,
  ...eventCases,
  ...availabilityCases,
  ...timezoneCases,
  ...historyCases,
  ...transitionCases,
  ...tombstoneCases,
  ...withdrawalCases,
  ...removalCases,
  ...limitCases,
  ...keptCases,
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
  ...spellingCases,
  ...textChangeCases,
  ...relevanceCases,
  ...wordCases,
  ...pageCases,
  ...walkCases,
  ...ownWriteScanCases,
  ...portTransactionCases,
  ...reopenCases,
  ...retypeCases,
  ...textPlaceCases,
  ...volumeCases,
  ...pastCases
]

/** What a suite is made with. */
export interface SuiteOptions extends DifferentialOptions {
  /**
   * How other processes open the store. Absent: the cases `process.*` fail for a store that does not lack `processes`.
   */
  readonly processes?: ProcessOptions
}

/** The whole suite: every case, those of several processes, and random histories. */
export const suite = ({ processes, ...options }: SuiteOptions): ReadonlyArray<Case> => [
  ...allCases,
  ...processCases(processes ?? null),
  differentialCase(options)
]
