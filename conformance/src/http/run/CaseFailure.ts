import type { ConformanceFailure } from "../../ConformanceFailure.js"
import type { Missing } from "../Missing.js"
import type { SendFailure } from "./SendFailure.js"

/** What a case fails with: a broken rule, a need that is not met, or a request without a response. */
export type CaseFailure = ConformanceFailure | Missing | SendFailure
