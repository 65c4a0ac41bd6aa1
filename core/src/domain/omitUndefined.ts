/**
 * Removes undefined properties, so that they are absent (`exactOptionalPropertyTypes`).
 *
 * @example
 * omitUndefined({ title: "Summer", slug: undefined }) // { title: "Summer" }
 */
export const omitUndefined = <A extends object>(properties: { readonly [K in keyof A]: A[K] | undefined }): Partial<A> =>
  Object.assign({}, ...Object.entries(properties).filter(([, value]) => value !== undefined).map(([name, value]) => ({ [name]: value })))
