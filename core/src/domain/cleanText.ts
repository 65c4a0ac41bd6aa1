/** What most texts are made of, none of which is ever changed: ASCII and Latin letters as one character each, and common signs. */
const isClean = /^[\t\n -~\u00a0-\u02ff\u2010-\u2027\u20ac]*$/

/**
 * A text as it is stored (wire.md §2): NFC, line ends as `\n`, every other control character but tab a space, lone surrogates U+FFFD.
 * Nothing is trimmed. Cleaning what is clean changes nothing.
 */
export const cleanText = (text: string): string =>
  isClean.test(text) ? text : text
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(/\r\n/g, "\n")
    .replace(/(?![\t\n])\p{Cc}/gu, " ")
    .normalize("NFC")
