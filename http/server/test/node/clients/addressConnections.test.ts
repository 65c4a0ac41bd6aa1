import { defaultSettings } from "@agenda-engine/http/HttpSettings"
import { describe, expect, it } from "@effect/vitest"
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import { Connections } from "../../../src/node/Connections.js"
import { RawResponder } from "../../../src/node/RawResponder.js"

/** A connection from an address of the Internet, which tests do not have. */
class RemoteSocket extends Socket {
  override readonly writable = true

  constructor(override readonly remoteAddress: string) {
    super()
  }
}

const connectionsOf = (addressConnections_max: number) =>
  new Connections(new RawResponder(defaultSettings), {
    connections_max: 10,
    addressConnections_max,
    answer_ms_max: 1_000,
    stall_ms_max: 1_000,
    send_ms_max: 1_000
  })

/** Opens a connection, and returns whether its request is served. */
const isServed = (connections: Connections, address: string) => {
  const socket = new RemoteSocket(address)
  connections.add(socket)
  let served: boolean | null = null
  const request = new IncomingMessage(socket)
  const serve = connections.listener(() => (served = true), () => (served = false))
  serve(request, new ServerResponse(request))
  return { socket, served }
}

describe("connections of one address", () => {
  it("are refused beyond the limit, until one closes", () => {
    const connections = connectionsOf(2)
    const [first, ...others] = ["2001:db8::1", "2001:db8:0:1::1", "2001:db8::2"].map((address) => isServed(connections, address))
    expect([first, ...others].map((opened) => opened?.served)).toEqual([true, true, false])
    expect(isServed(connections, "203.0.113.5").served).toBe(true)
    first?.socket.emit("close")
    others.at(-1)?.socket.emit("close")
    expect(isServed(connections, "2001:db8::3").served).toBe(true)
    expect(isServed(connections, "2001:db8::4").served).toBe(false)
  })

  it("are not limited on this machine, and by 0", () => {
    const local = connectionsOf(1)
    expect(Array.from({ length: 3 }, () => isServed(local, "::ffff:127.0.0.1").served)).toEqual([true, true, true])
    const unlimited = connectionsOf(0)
    expect(Array.from({ length: 3 }, () => isServed(unlimited, "203.0.113.5").served)).toEqual([true, true, true])
  })
})
