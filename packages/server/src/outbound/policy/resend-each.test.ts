import { expect, it } from 'vitest'
import { Secret } from '../../lib/secret.ts'
import type { PolicyClient } from './policy-client.ts'
import { resendEach } from './resend-each.ts'

it('events that were set aside are asked for until the time is up', async () => {
  const asked: string[] = []
  const client = { call: async ({ path }: { path: string }) => void asked.push(path) } as Partial<PolicyClient>
  const isLate = () => asked.length === 2
  expect(await resendEach(client as PolicyClient, Secret.of('t'), ['/1', '/2', '/3'], isLate)).toBe(2)
  expect(asked).toEqual(['/1', '/2'])
})
