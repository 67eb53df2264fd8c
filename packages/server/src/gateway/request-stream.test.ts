import { expect, test, vi } from 'vitest'
import { RequestStream } from './request-stream.ts'

function scene(limit = 10, room = true) {
  const http = { pauseBody: vi.fn() }
  const call = { write: vi.fn(() => room), finish: vi.fn() }
  const told = { onPart: vi.fn(), onTooLarge: vi.fn() }
  return { http, call, told, stream: new RequestStream(http, call, limit, told) }
}

test('each part goes on as it comes, and the end after it', () => {
  const { call, http, stream, told } = scene()
  const parts = [Buffer.from('ab'), Buffer.from('cd')]
  for (const part of parts) stream.onData(part)
  stream.onEnd()
  expect(call.write.mock.calls).toEqual(parts.map((part) => [part]))
  expect(told.onPart.mock.calls).toEqual(parts.map((part) => [part]))
  expect(call.finish).toHaveBeenCalledTimes(1)
  expect(http.pauseBody).not.toHaveBeenCalled()
})

test('an instance that takes no more makes the caller wait', () => {
  const { http, stream } = scene(10, false)
  stream.onData(Buffer.from('ab'))
  expect(http.pauseBody).toHaveBeenCalledTimes(1)
})

test('a body beyond the limit is told once, and nothing of it that is too much reaches the instance', () => {
  const { call, stream, told } = scene(3)
  for (const part of ['ab', 'cd', 'ef']) stream.onData(Buffer.from(part))
  stream.onEnd()
  expect(call.write.mock.calls).toEqual([[Buffer.from('ab')]])
  expect(call.finish).not.toHaveBeenCalled()
  expect(told.onTooLarge).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'body_too_large' }))
})
