/** Country codes of France and its overseas territories, upper case. */
const frenchTerritories: ReadonlySet<string> = new Set(["FR", "BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "WF", "YT"])

/** Whether a country code (ISO 3166-1 alpha-2, upper case) is that of France or of one of its overseas territories. */
export const isFrench = (countryCode: string): boolean => frenchTerritories.has(countryCode)
