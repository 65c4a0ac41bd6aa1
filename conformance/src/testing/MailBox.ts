import { type Mail, Mailer, type MailError } from "@agenda-engine/core/ports/Mailer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"

/** The mails that a test's mailer received, and control over its next results. */
export class MailBox extends Context.Tag("@agenda-engine/conformance/testing/MailBox")<MailBox, {
  /** The accepted mails, in order. */
  readonly taken: Effect.Effect<ReadonlyArray<Mail>>
  /** Sets the result of every later mail: null accepts it. */
  readonly answer: (failing: (mail: Mail) => Effect.Effect<MailError | null>) => Effect.Effect<void>
}>() {
  /** A mailer that accepts every mail until `answer` is called, and its mail box. */
  static readonly layer: Layer.Layer<MailBox | Mailer> = Layer.effectContext(Effect.gen(function*() {
    const taken = yield* Ref.make<ReadonlyArray<Mail>>([])
    const acceptAll: (mail: Mail) => Effect.Effect<MailError | null> = () => Effect.succeed(null)
    const failing = yield* Ref.make(acceptAll)
    return Context.make(MailBox, { taken: Ref.get(taken), answer: (answer) => Ref.set(failing, answer) }).pipe(
      Context.add(Mailer, {
        domain: "agenda.example",
        send: (mail) =>
          Ref.get(failing).pipe(
            Effect.flatMap((answer) => answer(mail)),
            Effect.flatMap((error) => error === null ? Ref.update(taken, (mails) => [...mails, mail]) : Effect.fail(error))
          )
      })
    )
  }))
}
