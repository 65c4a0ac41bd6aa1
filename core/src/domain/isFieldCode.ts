const pattern = /^[A-Za-z][A-Za-z0-9_-]*$/

/** Whether a text is a valid code of an additional field: an ASCII letter, then ASCII letters, digits, `-` and `_`. */
export const isFieldCode = (text: string): boolean => pattern.test(text)
