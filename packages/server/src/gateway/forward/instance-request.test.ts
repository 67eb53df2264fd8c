import { expect, test, vi } from 'vitest'
import type { LiveInstance } from '../../domain/route/route.ts'
import type { AppCall, AppCaller } from '../../outbound/app/app-call.ts'
import type { AppClient } from '../../outbound/app/app-client.ts'
import type { AppSilence } from '../../outbound/app/app-silence.ts'
import { InstanceRequest } from './instance-request.ts'

const instance = (id: string): LiveInstance => ({ id, deploymentId: 'dep_1', address: `http://127.0.0.1/${id}` })
const silence = (error: AppSilence['error']): AppSilence => ({ kind: 'silence', error, message: '' })
const caller = {} as AppCaller

function scene(ids: string[]) {
  const busy = new Map<string, number>()
  const count = (id: string, by: number) => busy.set(id, (busy.get(id) ?? 0) + by)
  const abandon = vi.fn()
  const client = {
    choose: (targets: readonly LiveInstance[], except?: LiveInstance) => targets.find((target) => target !== except),
    enter: ({ id }: LiveInstance) => count(id, 1),
    leave: ({ id }: LiveInstance) => count(id, -1),
    call: vi.fn(() => ({ abandon }) as unknown as AppCall),
  }
  const written = { method: 'GET', target: '/', lines: '' }
  const request = new InstanceRequest(client as unknown as AppClient, ids.map(instance), written, null)
  return { request, client, busy, abandon }
}

test('without an instance there is nothing to ask', () => {
  const { request, client } = scene([])
  expect(request.start(caller)).toBe(false)
  expect(client.call).not.toHaveBeenCalled()
})

test('a second instance is asked where the first could not be reached, and no third', () => {
  const { request, busy } = scene(['a', 'b', 'c'])
  expect([request.start(caller), request.instance?.id]).toEqual([true, 'a'])
  expect(request.isUnsent(silence('refused'))).toBe(true)
  expect([request.start(caller), request.instance?.id]).toEqual([true, 'b'])
  expect(Object.fromEntries(busy)).toEqual({ a: 0, b: 1 })
  expect(request.start(caller)).toBe(false)
  expect(request.instance?.id).toBe('b')
})

test.each(['refused', 'connect', 'broken', 'timeout', 'internal'] as const)(
  'after a part was sent, %s is no reason to ask another',
  (error) => {
    const { request } = scene(['a', 'b'])
    request.start(caller)
    request.sent()
    expect(request.isUnsent(silence(error))).toBe(false)
  },
)

test('an instance is counted as busy until the request leaves it, once', () => {
  const { request, busy, abandon } = scene(['a'])
  request.start(caller)
  expect(busy.get('a')).toBe(1)
  request.abandon()
  request.leave()
  expect(busy.get('a')).toBe(0)
  expect(abandon).toHaveBeenCalledTimes(1)
})
