/** Runs all steps of a generator at once, and returns its result. */
export const runSteps = <A>(steps: Iterator<void, A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
