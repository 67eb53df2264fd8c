import { readRequestHead } from '../../lib/http/request-head.ts'
import { type BodySink, type ExchangeConnection, ServerExchange } from '../../lib/http/server-exchange.ts'

/** A connection that notes what is asked of it. */
export interface FakeConnection extends ExchangeConnection {
  stopping: boolean
  /** What was written, as latin1. */
  text: string
  sink: BodySink | undefined
  paused: boolean
  answers: { reusable: boolean }[]
  destroyed: boolean
  /** What `write` says: whether the caller takes more at once. */
  room: boolean
}

export interface FakeExchange {
  http: ServerExchange
  connection: FakeConnection
}

/** An exchange whose request was read from these lines; its body is yet to come unless `body` is given. */
export function fakeExchange(lines: readonly string[], body?: Buffer): FakeExchange {
  const connection: FakeConnection = {
    remoteAddress: '127.0.0.1',
    stopping: false,
    text: '',
    sink: undefined,
    paused: false,
    answers: [],
    destroyed: false,
    room: true,
    write(data) {
      connection.text += typeof data === 'string' ? data : data.toString('latin1')
      return connection.room
    },
    writeAll(pieces) {
      for (const piece of pieces) connection.write(piece)
      return connection.room
    },
    startBody(sink) {
      connection.sink = sink
    },
    pauseBody() {
      connection.paused = true
    },
    resumeBody() {
      connection.paused = false
    },
    answered(reusable) {
      connection.answers.push({ reusable })
    },
    destroy() {
      connection.destroyed = true
      http.gone()
    },
  }
  const http = new ServerExchange(connection, readRequestHead(lines.join('\r\n'), undefined))
  http.body = body
  return { http, connection }
}
