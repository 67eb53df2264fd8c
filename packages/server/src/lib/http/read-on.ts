import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long the rest of an unwanted body is drained, so that the connection can be reused. */
const READ_ON_MS = 5_000

/**
 * Lets a request be answered before all of its body has come. A connection that is closed at the end of the answer, with bytes unread, is
 * broken for a client that still sends: it sees no answer at all. So the rest is read and thrown away for a while; a client that goes on sending
 * then is cut off. To be called before the headers of the answer are written; the answer must not say `connection: close` by itself.
 */
export function readOn(response: ServerResponse, forMs = READ_ON_MS): void {
  const { req } = response
  if (isWhole(req)) return
  const staysOpen = response.shouldKeepAlive
  response.shouldKeepAlive = true
  response.once('finish', () => {
    const { socket } = req
    const done = () => {
      if (!staysOpen) socket.end()
    }
    if (isWhole(req)) return done()
    const timer = setTimeout(() => req.destroy(), forMs)
    timer.unref()
    socket.once('close', () => clearTimeout(timer))
    req.once('end', () => {
      clearTimeout(timer)
      done()
    })
    req.resume()
  })
}

function isWhole(request: IncomingMessage): boolean {
  return request.complete || request.readableEnded
}
