/**
 * The mailto URL of an e-mail address (RFC 6068 §2). The local part is percent-encoded, so that no character of it
 * begins a header field.
 */
export const mailtoOf = (address: string): string => {
  const at = address.lastIndexOf("@")
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`
}

/**
 * The tel URL of a phone number as people write it (RFC 3966): without an extension, and without a trunk prefix in
 * brackets after the country code.
 *
 * @example
 * telOf("+33 (0)1 23 45 67 89 ext. 5") // "tel:+33123456789"
 */
export const telOf = (phone: string): string => {
  const [number = ""] = phone.split(/ext|x|#/i)
  return `tel:${(number.trimStart().startsWith("+") ? number.replace("(0)", "") : number).replaceAll(/[^\d+]/g, "")}`
}
