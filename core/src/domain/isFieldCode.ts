const form = /^[A-Za-z][A-Za-z0-9_-]*$/

/** Whether a text can be the code of an additional field: a letter, then unaccented letters, digits, - and _. */
export const isFieldCode = (text: string): boolean => form.test(text)
