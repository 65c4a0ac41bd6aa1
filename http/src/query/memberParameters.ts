import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { Parameter } from "./Parameter.js"

const single = { kind: "integer", aliases: [], max: Number.MAX_SAFE_INTEGER, many: false } as const

/** The parameters of a list of members (service.md, list members), as data. */
export const memberParameters = (limits: Limits) => ({
  limit: {
    ...single,
    name: "limit",
    aliases: ["size"],
    min: 0,
    max: limits.membersPage_max,
    description: "How many the page holds at most; 0 asks for the total alone.",
    absent: String(limits.membersPage_default),
    example: "20"
  },
  after: {
    ...single,
    name: "after",
    min: 0,
    description: "The `after` of the last answer: gives the page that follows.",
    absent: null,
    example: "7"
  }
} as const satisfies Record<string, Parameter>)

/** The parameters of a list of the caller's own memberships, as data. */
export const membershipParameters = (limits: Limits) => ({
  ...memberParameters(limits),
  from: {
    ...single,
    name: "from",
    min: 0,
    description: "How many to skip, instead of `after`.",
    absent: "0",
    example: "20"
  }
} as const satisfies Record<string, Parameter>)
