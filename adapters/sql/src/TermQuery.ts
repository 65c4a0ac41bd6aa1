/** What the terms of an event have to be for a search to find it, as data. `of` is never empty. */
export type TermQuery =
  /** It has this term; `prefix`: one that begins so. */
  | { readonly _tag: "Term"; readonly term: string; readonly prefix: boolean }
  | { readonly _tag: "All"; readonly of: ReadonlyArray<TermQuery> }
  | { readonly _tag: "Any"; readonly of: ReadonlyArray<TermQuery> }

/** How a database writes such queries. */
export interface TermSyntax {
  readonly all: string
  readonly any: string
  readonly term: (term: string, prefix: boolean) => string
}

/** Writes a query in the words of a database. */
export const writeTermQuery = (syntax: TermSyntax, query: TermQuery): string => {
  if (query._tag === "Term") return syntax.term(query.term, query.prefix)
  const parts = query.of.map((part) => writeTermQuery(syntax, part))
  return parts.length === 1 ? parts.join("") : `(${parts.join(query._tag === "All" ? syntax.all : syntax.any)})`
}

/** The query for a term. */
export const term = (term: string): TermQuery => ({ _tag: "Term", term, prefix: false })

/** The query for what begins so. */
export const beginning = (term: string): TermQuery => ({ _tag: "Term", term, prefix: true })

/** The query for all of these. */
export const allOf = (of: ReadonlyArray<TermQuery>): TermQuery => ({ _tag: "All", of })

/** The query for any of these. */
export const anyOf = (of: ReadonlyArray<TermQuery>): TermQuery => ({ _tag: "Any", of })
