/** A boolean query over the terms of an event. `of` is never empty. */
export type TermQuery =
  /** Has this term; with `prefix`, a term that starts with it. */
  | { readonly _tag: "Term"; readonly term: string; readonly prefix: boolean }
  | { readonly _tag: "All"; readonly of: ReadonlyArray<TermQuery> }
  | { readonly _tag: "Any"; readonly of: ReadonlyArray<TermQuery> }

/** The full-text query syntax of a database. */
export interface TermSyntax {
  readonly all: string
  readonly any: string
  readonly term: (term: string, prefix: boolean) => string
}

/** Formats a query in a database's syntax. */
export const writeTermQuery = (syntax: TermSyntax, query: TermQuery): string => {
  if (query._tag === "Term") return syntax.term(query.term, query.prefix)
  const parts = query.of.map((part) => writeTermQuery(syntax, part))
  return parts.length === 1 ? parts.join("") : `(${parts.join(query._tag === "All" ? syntax.all : syntax.any)})`
}

/** Matches a term. */
export const term = (term: string): TermQuery => ({ _tag: "Term", term, prefix: false })

/** Matches terms that start with a prefix. */
export const beginning = (term: string): TermQuery => ({ _tag: "Term", term, prefix: true })

/** Matches when all of these match. */
export const allOf = (of: ReadonlyArray<TermQuery>): TermQuery => ({ _tag: "All", of })

/** Matches when any of these matches. */
export const anyOf = (of: ReadonlyArray<TermQuery>): TermQuery => ({ _tag: "Any", of })
