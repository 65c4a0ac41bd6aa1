import type { Dimension } from "./EventRecord.js"

/** The index dimension of an additional field. */
export const dimensionOf = ({ field }: { readonly field: string }): Dimension => `field:${field}`
