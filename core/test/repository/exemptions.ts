import type { Exemption } from "./bannedConstructs.js"

/** The files in which a banned construct stands, and why it has to. */
export const exemptions: ReadonlyArray<Exemption> = []
