const httpUrl = /^https?:\/\/(?:[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#]\S*)?$/iu

/**
 * Whether a text is an absolute http or https URL without white space (RFC 3986): scheme and host, optionally port,
 * path, query and fragment.
 */
export const isHttpUrl = (text: string): boolean => httpUrl.test(text)
