import type { WrittenEvent } from "../../contract/EventResult.js"
import type { ExpectedVersion } from "../event/write/checkVersion.js"
import type { RecordAnswer } from "../Idempotency.js"
import type { ImageFiles } from "../image/prepareImages.js"

/** Options of every change of an event. */
export interface ChangeOptions<Answer> {
  /** Expected version, checked under the agenda's lock, else `VersionMismatch`. Null and absent accept any version. */
  readonly expected?: ExpectedVersion | null | undefined
  /** Stores the answer in the transaction of the change; absent when it is not stored. */
  readonly keep?: RecordAnswer<Answer> | undefined
}

/** Options of a write with a body. */
export interface WriteOptions extends ChangeOptions<WrittenEvent> {
  /** Language of plain strings in multilingual fields (header `lang`). Null or absent: the agenda's default. */
  readonly lang?: string | null | undefined
  /**
   * Image files sent with the body, by field: `image`, and the codes of additional fields of type image. They take
   * precedence over the members of the body. Files of other names are ignored with a warning. Absent: none.
   */
  readonly files?: ImageFiles | undefined
}
