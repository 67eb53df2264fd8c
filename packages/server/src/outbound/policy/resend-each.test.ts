import { expect, it } from 'vitest'
import { Secret } from '../../lib/secret.ts'
import type { PolicyClient } from './policy-client.ts'
import { resendEach } from './resend-each.ts'

const asking = (asked: string[]) =>
  ({ call: async ({ path }: { path: string }) => void asked.push(path) }) as Partial<PolicyClient> as PolicyClient
const token = Secret.of('t')
const webhook =
  (...paths: string[]) =>
  async () =>
    paths

it('events that were set aside are asked for until the time is up, and it is told that there are more', async () => {
  const asked: string[] = []
  const isLate = () => asked.length === 2
  const webhooks = [webhook('/1'), webhook('/2', '/3')]
  expect(await resendEach(asking(asked), token, webhooks, isLate)).toEqual({ accepted: 2, isCut: true })
  expect(asked).toEqual(['/1', '/2'])
})

it('one event is asked for also where the time is up, so that every look gets on', async () => {
  const asked: string[] = []
  const webhooks = [webhook(), webhook('/1', '/2')]
  expect(await resendEach(asking(asked), token, webhooks, () => true)).toEqual({ accepted: 1, isCut: true })
  expect(asked).toEqual(['/1'])
})

it('webhooks without events are looked at for a while only where the time is up', async () => {
  let looks = 0
  const webhooks = Array.from({ length: 100 }, () => async () => {
    looks += 1
    return []
  })
  expect(await resendEach(asking([]), token, webhooks, () => true)).toEqual({ accepted: 0, isCut: true })
  expect(looks).toBe(5)
})

it('more events than are asked for at one look are left for the next', async () => {
  const asked: string[] = []
  const paths = Array.from({ length: 501 }, (_, at) => `/${at}`)
  expect(await resendEach(asking(asked), token, [webhook(...paths)], () => false)).toEqual({
    accepted: 500,
    isCut: true,
  })
})
