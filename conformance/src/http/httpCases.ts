import { accessCases } from "./cases/accessCases.js"
import { agendaCases } from "./cases/agendaCases.js"
import { availabilityCases } from "./cases/availabilityCases.js"
import { bodyCases } from "./cases/bodyCases.js"
import { changeCases } from "./cases/changeCases.js"
import { headerCases } from "./cases/headerCases.js"
import { hostileCases } from "./cases/hostileCases.js"
import { moderationCases } from "./cases/moderationCases.js"
import { offerCases } from "./cases/offerCases.js"
import { pageCases } from "./cases/pageCases.js"
import { parameterCases } from "./cases/parameterCases.js"
import { rightCases } from "./cases/rightCases.js"
import { selectionCases } from "./cases/selectionCases.js"
import { slotCases, slotIdCases } from "./cases/slotCases.js"
import { syncCases } from "./cases/syncCases.js"
import { tableCases } from "./cases/tableCases.js"
import { ticketCases } from "./cases/ticketCases.js"
import { viewCases } from "./cases/viewCases.js"
import { webhookCases } from "./cases/webhookCases.js"
import { sortCases, writeCases } from "./cases/writeCases.js"
import { type HttpCase, type Level, levelOf, type Profile } from "./run/HttpCase.js"

/**
 * Every case that a server of `/v2` is held to. The tables come before the other writes, which leave removed events
 * behind.
 */
export const httpCases: ReadonlyArray<HttpCase> = [
  ...pageCases,
  ...viewCases,
  ...parameterCases,
  ...headerCases,
  ...accessCases,
  ...selectionCases,
  ...agendaCases,
  ...syncCases,
  ...hostileCases,
  ...tableCases,
  ...sortCases,
  ...writeCases,
  ...bodyCases,
  ...slotCases,
  ...ticketCases,
  ...offerCases,
  ...slotIdCases,
  ...availabilityCases,
  ...moderationCases,
  ...rightCases,
  ...changeCases,
  ...webhookCases
]

/** What chooses cases. */
export interface Choice {
  /** Default: all. */
  readonly profiles?: ReadonlyArray<Profile>
  /** Default: `strict`. */
  readonly level?: Level
  /** What the ids begin with. Default: nothing, which is all. */
  readonly only?: string
}

/** The cases of some profiles and a level whose ids begin so. */
export const chosenCases = ({ level = "strict", only = "", profiles }: Choice): ReadonlyArray<HttpCase> =>
  httpCases.filter((one) =>
    (profiles?.includes(one.profile) ?? true) && one.id.startsWith(only) && (level === "strict" || levelOf(one) === level)
  )
