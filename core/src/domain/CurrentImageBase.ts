import * as Context from "effect/Context"

/**
 * The prefix of the file names of stored images in responses: an absolute URL, or a path on this server. Default:
 * `/images/`.
 */
export class CurrentImageBase extends Context.Reference<CurrentImageBase>()("@agenda-engine/core/domain/CurrentImageBase", {
  defaultValue: (): string => "/images/"
}) {}
