import type { AgendaEngine } from "@agenda-engine/engine"
import fastify, { type FastifyInstance } from "fastify"

/** A Fastify app with the engine under `/calendar`, which is its `basePath`. */
export const fastifyOn = (engine: AgendaEngine): FastifyInstance => {
  const app = fastify()
  void app.register(async (calendar) => {
    calendar.removeAllContentTypeParsers()
    calendar.addContentTypeParser("*", (_request, _payload, done) => done(null))
    calendar.all("/calendar/*", (request, reply) => {
      reply.hijack()
      engine.node(request.raw, reply.raw)
    })
  })
  app.get("/hello", () => "hello")
  return app
}
