import { expect, test, vi } from 'vitest'
import { RequestStream } from './request-stream.ts'

function scene(limit = 10, room = true) {
  const http = { pauseBody: vi.fn(), resumeBody: vi.fn() }
  const call = { write: vi.fn((_chunk: Buffer) => room), finish: vi.fn() }
  const events = { onFlow: vi.fn(), onEmpty: vi.fn(), onPart: vi.fn(), onTooLarge: vi.fn() }
  return { http, call, events, stream: new RequestStream(http, limit, events) }
}

const sent = ({ write }: ReturnType<typeof scene>['call']) => write.mock.calls.map(([chunk]) => chunk.toString())

test('the first bytes wait until it is known where they go, and what follows goes on as it comes', () => {
  const { call, events, http, stream } = scene()
  stream.onData(Buffer.from('ab'))
  stream.onData(Buffer.from('cd'))
  expect([events.onFlow.mock.calls.length, call.write.mock.calls.length]).toEqual([1, 0])
  expect(http.pauseBody).toHaveBeenCalled()
  stream.to(call)
  expect([sent(call), http.resumeBody.mock.calls.length]).toEqual([['ab', 'cd'], 1])
  stream.onData(Buffer.from('ef'))
  stream.onEnd()
  expect(sent(call)).toEqual(['ab', 'cd', 'ef'])
  expect(call.finish).toHaveBeenCalledTimes(1)
  expect(events.onPart.mock.calls.map(([chunk]) => String(chunk))).toEqual(['ab', 'cd', 'ef'])
})

test('a body that has ended before it is known where it goes is sent whole', () => {
  const { call, stream } = scene()
  stream.onData(Buffer.from('ab'))
  stream.onEnd()
  expect(call.finish).not.toHaveBeenCalled()
  stream.to(call)
  expect([sent(call), call.finish.mock.calls.length]).toEqual([['ab'], 1])
})

test('a body without a byte never flows', () => {
  const { events, stream } = scene()
  stream.onEnd()
  expect([events.onEmpty.mock.calls.length, events.onFlow.mock.calls.length]).toEqual([1, 0])
})

test('an instance that takes no more makes the caller wait until it does', () => {
  const { call, http, stream } = scene(10, false)
  stream.onData(Buffer.from('ab'))
  stream.to(call)
  expect(http.resumeBody).not.toHaveBeenCalled()
  stream.drained()
  expect(http.resumeBody).toHaveBeenCalledTimes(1)
})

test('a body beyond the limit is told once, and nothing of it that is too much reaches the instance', () => {
  const { call, events, stream } = scene(3)
  stream.to(call)
  for (const part of ['ab', 'cd', 'ef']) stream.onData(Buffer.from(part))
  stream.onEnd()
  expect(sent(call)).toEqual(['ab'])
  expect(call.finish).not.toHaveBeenCalled()
  expect(events.onTooLarge).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'body_too_large' }))
})
