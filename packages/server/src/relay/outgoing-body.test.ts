import { expect, it } from 'vitest'
import type { BodySink, ServerExchange } from '../lib/http/server-exchange.ts'
import { isRepeatable, type OutgoingBody, readOutgoingBody } from './outgoing-body.ts'
import { relayLimits } from './parts.ts'

const links = () => [['http://relay.test/ins_1', 'https://policy.test']] as const

function scene(given: { body?: Buffer; length?: number; chunked?: boolean; type?: string; expect?: string }) {
  const seen = { ready: [] as OutgoingBody[], moved: 0, continued: 0, sink: undefined as BodySink | undefined }
  const exchange = {
    body: given.body,
    length: given.length ?? given.body?.length ?? -1,
    chunked: given.chunked ?? false,
    expect: given.expect,
    header: (name: string) => (name === 'content-type' ? given.type : undefined),
    sendContinue: () => {
      seen.continued += 1
    },
    readBody: (sink: BodySink) => {
      seen.sink = sink
    },
    resumeBody: () => {},
    pauseBody: () => {},
  } as unknown as ServerExchange
  readOutgoingBody(exchange, links, {
    moved: () => {
      seen.moved += 1
    },
    guard: (callback) => callback,
    ready: (body) => void seen.ready.push(body),
  })
  return seen
}

it('holds a body that came with the head, with its links rewritten, so that it can be sent again', () => {
  const [body] = scene({ body: Buffer.from('{"at":"http://relay.test/ins_1/x"}'), type: 'application/json' }).ready
  expect(body?.content?.toString()).toBe('{"at":"https://policy.test/x"}')
  expect([body?.length, body?.size(), body && isRepeatable(body)]).toEqual([30, 34, true])
})

it('sends no body and no length where there is none', () => {
  const [body] = scene({ body: Buffer.alloc(0), type: 'application/json' }).ready
  expect([body?.content, body?.length, body?.size()]).toEqual([null, undefined, 0])
})

it('gathers a small body that is still coming, and asks for it where the application waits', () => {
  const seen = scene({ length: 4, type: 'application/octet-stream', expect: '100-continue' })
  expect([seen.continued, seen.ready.length]).toEqual([1, 0])
  seen.sink?.onData(Buffer.from('ab'))
  seen.sink?.onData(Buffer.from('cd'))
  seen.sink?.onEnd()
  expect(seen.ready[0]?.content?.toString()).toBe('abcd')
  expect(seen.moved).toBe(2)
})

it('lets a large body flow, which cannot be sent again', () => {
  const length = relayLimits.heldBodyBytes + 1
  const [body] = scene({ length, type: 'application/octet-stream' }).ready
  expect([body?.length, body && isRepeatable(body)]).toEqual([length, false])
})

it('announces no length of a flowing text, because its links may become longer', () => {
  const [body] = scene({ length: relayLimits.heldBodyBytes + 1, type: 'application/json' }).ready
  expect(body?.length).toBeUndefined()
  expect(scene({ chunked: true }).ready.map(({ length }) => length)).toEqual([undefined])
})
