import type { IncomingMessage, ServerResponse } from "node:http"
import { endRaw, hasBegunToAnswer } from "./refuseRaw.js"

/**
 * Bounds the whole time of a request, from its headers to those of its answer: past it, the client is answered 503 and the connection closed,
 * which interrupts the work. The bound on the arrival of a request ends where its body is complete.
 */
export const answerInTime = (answer_seconds: number) => (request: IncomingMessage, response: ServerResponse): void => {
  const timer = setTimeout(() => {
    if (response.headersSent) return
    if (hasBegunToAnswer(request.socket)) request.socket.destroy()
    else endRaw(request.socket, { kind: "unavailable", message: "the request took too long" }, ["retry-after: 5"])
  }, answer_seconds * 1_000)
  response.once("close", () => clearTimeout(timer))
}
