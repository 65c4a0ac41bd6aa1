import { createAgendaEngine } from "@agenda-engine/engine"
import express from "express"

/** Starts a host with the engine under `/calendar`, on a free port of this machine. */
export const calendarHost = async (database: `sqlite:${string}`) => {
  const engine = createAgendaEngine({ database })
  await engine.ready()
  const app = express()
  app.use("/calendar", engine.node)
  app.get("/hello", (_request, response) => void response.send("hello"))
  const server = app.listen(0, "127.0.0.1")
  return { engine, server }
}
