import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { Parameter } from "./Parameter.js"

const single = { kind: "integer", aliases: [], max: Number.MAX_SAFE_INTEGER, many: false } as const

/** Parameters of a list of members (service.md, list members). */
export const memberParameters = (limits: Limits) => ({
  limit: {
    ...single,
    name: "limit",
    aliases: ["size"],
    min: 0,
    max: limits.membersPage_max,
    description: "Maximum number of items per page; 0 returns only the total.",
    absent: String(limits.membersPage_default),
    example: "20"
  },
  after: {
    ...single,
    name: "after",
    min: 0,
    description: "The `after` of the previous response; returns the next page.",
    absent: null,
    example: "7"
  }
} as const satisfies Record<string, Parameter>)

/** Parameters of a list of the caller's memberships. */
export const membershipParameters = (limits: Limits) => ({
  ...memberParameters(limits),
  from: {
    ...single,
    name: "from",
    min: 0,
    description: "How many to skip. Cannot be combined with `after`.",
    absent: "0",
    example: "20"
  }
} as const satisfies Record<string, Parameter>)
