import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as Predicate from "effect/Predicate"
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

/** What is wrong with one option. */
export const OptionFault = Schema.Struct({
  /** The name of the option, with that of its member, such as `limits.slots_max`. */
  option: Schema.String,
  /** What is expected; it repeats no secret. */
  expected: Schema.String
})

/** Options have values that the engine cannot take. */
export class InvalidOption extends Schema.TaggedError<InvalidOption>("@agenda-engine/engine/InvalidOption")("InvalidOption", {
  /** The first fault. */
  ...OptionFault.fields,
  /** All further faults. */
  others: Schema.optionalWith(Schema.Array(OptionFault), { default: () => [] })
}) {
  override get message(): string {
    return [this, ...this.others].map(({ expected, option }) => `${option}: ${expected}`).join("; ")
  }
}

/** Why a function of the host refused, as ports say it. */
interface HostRefusal {
  /** `permanent` when the rejection has it as its `reason`. */
  readonly reason: "temporary" | "permanent"
  readonly message: string
}

/** What a rejection of a function of the host means. */
export const refusalOf = (cause: unknown): HostRefusal => ({
  reason: Predicate.hasProperty(cause, "reason") && cause.reason === "permanent" ? "permanent" : "temporary",
  message: cause instanceof Error ? cause.message : String(cause)
})

/** The failure of an operation whose function of the host rejected: answered 503, or 500 when it is permanent. */
export const hostFailure = (operation: string) => (cause: unknown): StoreError =>
  new StoreError({ reason: refusalOf(cause).reason === "permanent" ? "Unsupported" : "Unavailable", operation, cause })
