import * as Context from "effect/Context"

/**
 * What stands before the file names of the pictures kept here, in answers: an absolute URL, or a path of this server. A reference: without a
 * layer it is `/images/`.
 */
export class CurrentImageBase extends Context.Reference<CurrentImageBase>()("@agenda-engine/core/domain/CurrentImageBase", {
  defaultValue: (): string => "/images/"
}) {}
