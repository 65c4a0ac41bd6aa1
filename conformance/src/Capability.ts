/**
 * What a store may be unable to do by its nature, and still be a store. A case that needs one of these is passed over
 * for a store that says it lacks it (`StoreUnderTest.lacks`); there is no other way not to run a case.
 */
export const capabilities = {
  reopen: "What was committed is there when the layer is built again over the same place, after the scope of the first was closed.",
  share: "Two layers built over the same place at the same time read each other's commits and keep each other's writers out."
} as const

/** One entry of the manifest of capabilities. */
export type Capability = keyof typeof capabilities
