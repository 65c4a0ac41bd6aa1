import * as Effect from "effect/Effect"
import { SMTPServer } from "smtp-server"

/** A mail as a server received it. */
export interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly raw: string
}

export interface SmtpWorldOptions {
  /** With what reply, and to which command. */
  readonly refuse?: { readonly at: "sender" | "recipient" | "data"; readonly code: number }
  readonly login?: { readonly user: string; readonly pass: string }
  /** Called with each mail that came, before its sender is told that it was taken. */
  readonly onTaken?: (mail: Received) => void
}

const refusal = (code: number): Error => Object.assign(new Error("refused by the test"), { responseCode: code })

/** A real SMTP server on a free port of this machine, until the scope closes. */
export const smtpWorld = ({ login, onTaken = () => undefined, refuse }: SmtpWorldOptions) =>
  Effect.gen(function*() {
    const received: Array<Received> = []
    const failing = (at: "sender" | "recipient" | "data") => refuse?.at === at ? refusal(refuse.code) : null
    const server = new SMTPServer({
      authOptional: login === undefined,
      allowInsecureAuth: true,
      hideSTARTTLS: true,
      logger: false,
      onAuth: (auth, _session, done) =>
        auth.username === login?.user && auth.password === login?.pass ? done(null, { user: auth.username }) : done(refusal(535)),
      onMailFrom: (_address, _session, done) => done(failing("sender")),
      onRcptTo: (_address, _session, done) => done(failing("recipient")),
      onData: (stream, session, done) => {
        const chunks: Array<Buffer> = []
        stream.on("data", (chunk: Buffer) => chunks.push(chunk))
        stream.on("end", () => {
          const refused = failing("data")
          const { mailFrom, rcptTo } = session.envelope
          if (refused === null) {
            const mail = {
              from: mailFrom === false ? "" : mailFrom.address,
              to: rcptTo.map(({ address }) => address),
              raw: Buffer.concat(chunks).toString("utf8")
            }
            received.push(mail)
            onTaken(mail)
          }
          done(refused)
        })
      }
    })
    server.on("error", () => undefined)
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))),
      () => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve())))
    )
    const address = server.server.address()
    return { port: typeof address === "object" && address !== null ? address.port : 0, received }
  })
