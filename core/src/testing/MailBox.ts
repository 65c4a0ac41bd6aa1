import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { type Mail, Mailer, type MailError } from "../ports/Mailer.js"

/** What became of the mails of a test, and how the next ones are answered. */
export class MailBox extends Context.Tag("@agenda-engine/core/testing/MailBox")<MailBox, {
  /** The mails that were taken, in order. */
  readonly taken: Effect.Effect<ReadonlyArray<Mail>>
  /** Says how mails are answered from now on: null takes them. */
  readonly answer: (failing: (mail: Mail) => Effect.Effect<MailError | null>) => Effect.Effect<void>
}>() {
  /** A mailer that takes everything until it is told otherwise, and its box. */
  static readonly layer: Layer.Layer<MailBox | Mailer> = Layer.effectContext(Effect.gen(function*() {
    const taken = yield* Ref.make<ReadonlyArray<Mail>>([])
    const takeAll: (mail: Mail) => Effect.Effect<MailError | null> = () => Effect.succeed(null)
    const failing = yield* Ref.make(takeAll)
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
