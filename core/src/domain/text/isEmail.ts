const email = /^[^\s@<>()[\]\\,;:"]+@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u

/**
 * Whether a text looks like one deliverable e-mail address: a local part, `@`, and a host name with a dot (RFC 5321,
 * without quoting).
 */
export const isEmail = (text: string): boolean => text.length <= 254 && !text.includes("..") && email.test(text)
