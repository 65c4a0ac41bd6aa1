import * as Schema from "effect/Schema"

/** A setting needs a package that is not installed. */
export class MissingPackage extends Schema.TaggedError<MissingPackage>("@agenda-engine/engine/MissingPackage")("MissingPackage", {
  /** The name of the package. */
  package: Schema.String,
  /** The option that needs it. */
  option: Schema.String,
  /** The command that installs it. */
  install: Schema.String
}) {
  override get message(): string {
    return `${this.option} needs the package ${this.package}, which is not installed: ${this.install}`
  }
}

/** An option has a value that the engine cannot take. */
export class InvalidOption extends Schema.TaggedError<InvalidOption>("@agenda-engine/engine/InvalidOption")("InvalidOption", {
  /** The name of the option. */
  option: Schema.String,
  /** What is expected; it repeats no secret. */
  expected: Schema.String
}) {
  override get message(): string {
    return `${this.option}: ${this.expected}`
  }
}
