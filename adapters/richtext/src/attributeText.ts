/** The value of a text attribute; "" when it is missing or not a text. */
export const attributeText = (value: unknown): string => typeof value === "string" ? value : ""
