/**
 * A text as it is stored (wire.md §2): NFC, line ends as `\n`, every other control character but tab a space, lone surrogates U+FFFD.
 * Nothing is trimmed. Cleaning what is clean changes nothing.
 */
export const cleanText = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(/\r\n/g, "\n")
    .replace(/(?![\t\n])\p{Cc}/gu, " ")
    .normalize("NFC")
