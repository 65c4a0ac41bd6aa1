import type * as Core from "@agenda-engine/core/keyvalue/KeyValue"

/** A key. */
export type Key = Core.Key

/** Reads texts of one state. */
export type Reading = Core.Reading<string>

/** Reads and writes texts inside one commit. */
export type Writing = Core.Writing<string>

/** An ordered key-value store of texts. */
export type KeyValue = Core.KeyValue<string>
