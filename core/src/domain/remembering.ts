/**
 * A pure function of a text that remembers its last answers, `answers_max` of them, for texts that take long and come again and again.
 *
 * @example
 * const parsed = remembering(100, (text) => JSON.parse(text))
 */
export const remembering = <A>(answers_max: number, answer: (text: string) => A): (text: string) => A => {
  const answers = new Map<string, { readonly value: A }>()
  return (text) => {
    const known = answers.get(text)
    // Until it is full no order is kept but that in which they came.
    if (known !== undefined && answers.size < answers_max) return known.value
    const found = known ?? { value: answer(text) }
    answers.delete(text)
    answers.set(text, found)
    if (answers.size > answers_max) {
      const [oldest] = answers.keys()
      if (oldest !== undefined) answers.delete(oldest)
    }
    return found.value
  }
}
