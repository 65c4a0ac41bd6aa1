import type { AgendaEngine } from "@agenda-engine/engine"
import { Hono } from "hono"

/** A Hono app with the engine under `/calendar`, which is its `basePath`. */
export const honoOn = (engine: AgendaEngine): Hono => {
  const app = new Hono()
  app.all("/calendar/*", (context) => engine.handler(context.req.raw))
  app.get("/hello", (context) => context.text("hello"))
  return app
}
