const isTyped = <A>(made: object | NoInfer<A>): made is A & object => typeof made === "object"

/**
 * Gives what a presenter made the type of its view. Types cannot follow a presenter, which builds the members that the
 * view names; tests decode what it makes by the schemas of `contract`.
 */
export const typedAnswer = <A>(made: object | NoInfer<A>): A => {
  if (isTyped<A>(made)) return made
  throw new TypeError("a presenter makes objects")
}
