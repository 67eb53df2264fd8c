import { expect, it } from 'vitest'
import type { Installation } from '../services/installation/installations.ts'
import { showCredentials } from './show-credentials.ts'

const mark = { updatedAt: '2026-03-01T10:00:00.000Z', lastUsedAt: null, lastFailedAt: null, refusedAt: null }
const installation = (credentials: object) =>
  ({
    id: 'ins_1',
    listing: { name: 'acme/audit' },
    tenant: { name: 'Northwind' },
    credentials,
  }) as unknown as Installation

it('says of each set whether it is set, refused, or left to the tenant', () => {
  const { text, data } = showCredentials(
    installation({
      integration: { set: true, ...mark },
      data: { set: true, ...mark, refusedAt: '2026-03-02T10:00:00.000Z' },
    }),
  )
  expect(String(text)).toContain('set 2026-03-01T10:00:00.000Z')
  expect(String(text)).toContain('refused since 2026-03-02T10:00:00.000Z')
  expect(data).toMatchObject({ installationId: 'ins_1', credentials: { data: { set: true } } })
  expect(String(showCredentials(installation({ token: { set: false } })).text)).toContain(
    'those of the tenant are used',
  )
})
