/** The value of an attribute that is a text; nothing where it is none. */
export const attributeText = (value: unknown): string => typeof value === "string" ? value : ""
