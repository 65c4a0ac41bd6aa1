import { isPhone } from "@agenda-engine/core/domain/field/FieldValue"

/**
 * The mailto URL of an e-mail address (RFC 6068 §2). The local part is percent-encoded, so that no character of it
 * begins a header field.
 */
export const mailtoOf = (address: string): string => {
  const at = address.lastIndexOf("@")
  return `mailto:${encodeURIComponent(address.slice(0, at))}${address.slice(at)}`
}

/** A number that can be dialled: at most 15 digits with the country code (ITU-T E.164). */
const dialPattern = /^\+?\d{3,15}$/

/**
 * The tel URL of a phone number as people write it (RFC 3966): without an extension, and without a trunk prefix in
 * brackets after the country code. Null for a text that nobody could dial: one with words, or with several numbers.
 *
 * @example
 * telOf("+33 (0)1 23 45 67 89 ext. 5") // "tel:+33123456789"
 */
export const telOf = (phone: string): string | null => {
  const [number = ""] = phone.split(/ext|x|#/i)
  const dialled = (number.trimStart().startsWith("+") ? number.replace("(0)", "") : number).replaceAll(/[^\d+]/g, "")
  return isPhone(phone.trim()) && dialPattern.test(dialled) ? `tel:${dialled}` : null
}

/** A URL as a text to read: without its scheme, and decoded where it is percent-encoded UTF-8. */
export const readableUrl = (url: string): string => {
  const text = url.replace(/^https?:\/\//i, "")
  try {
    return decodeURI(text)
  } catch {
    return text
  }
}
