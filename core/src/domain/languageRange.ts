/** How the index spells a language that an event has no text in, but one with more subtags: no language tag is spelled so. */
export const languageRange = (tag: string): string => `${tag}-*`

/** Whether a spelling is that of a range and of no language. */
export const isLanguageRange = (spelling: string | null): boolean => spelling?.endsWith("-*") ?? false
