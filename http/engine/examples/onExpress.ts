import type { AgendaEngine } from "@agenda-engine/engine"
import express, { type Express } from "express"

/** An Express app with the engine under `/calendar`. A parser before it is no obstacle. */
export const expressOn = (engine: AgendaEngine): Express => {
  const app = express()
  app.use(express.json())
  app.use("/calendar", engine.node)
  app.get("/hello", (_request, response) => void response.send("hello"))
  return app
}
