/**
 * A number of this process, over all engines, that increases before and after each commit of a transaction with
 * changes. While it stays the same, this process has committed nothing.
 */
export const commits = { soFar: 0 }
