/**
 * The members that were given, so that those left out stay absent instead of being `undefined`.
 *
 * @example
 * given({ title: "Summer", slug: undefined }) // { title: "Summer" }
 */
export const given = <A extends object>(members: { readonly [K in keyof A]: A[K] | undefined }): Partial<A> =>
  Object.assign({}, ...Object.entries(members).filter(([, value]) => value !== undefined).map(([name, value]) => ({ [name]: value })))
