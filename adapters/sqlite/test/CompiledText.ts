/** A statement's text, and its parameters as JSON. */
export type CompiledText = readonly [sql: string, parameters: string]
