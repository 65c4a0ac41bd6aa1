/**
 * Optional capabilities of a store. A case that needs one is skipped for a store that declares to lack it
 * (`StoreUnderTest.lacks`). No other case is skipped.
 */
export const capabilities = {
  reopen: "Committed data is there when the layer is built again over the same database, after the first scope was closed.",
  share: "Two layers over the same database read each other's commits and exclude each other's writers.",
  processes: "Several processes open one database, and what was committed survives a process that is killed by SIGKILL."
} as const

/** An optional capability. */
export type Capability = keyof typeof capabilities
