/**
 * The indexed spelling of a language that an event has only under longer tags (`fr-*` for `fr-CA`). No language tag has
 * this form.
 */
export const languageRange = (tag: string): string => `${tag}-*`

/** Whether a spelling is a language range, not a language tag. */
export const isLanguageRange = (spelling: string | null): boolean => spelling?.endsWith("-*") ?? false
