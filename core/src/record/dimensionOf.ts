import type { Dimension } from "./EventRecord.js"

/** What the terms of an additional field are indexed under, by its code. */
export const dimensionOf = ({ field }: { readonly field: string }): Dimension => `field:${field}`
