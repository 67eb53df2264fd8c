import { expect, it } from 'vitest'
import { deriveStored } from './derive-apart.ts'

it('large stored schemas of one organization wait for each other and are all known', async () => {
  const text = `${JSON.stringify({ variant: 'connected', products: [], policyholder: { fields: [] } })}${' '.repeat(200_000)}`
  const readAt = new Date(0)
  const all = await Promise.all(
    Array.from({ length: 12 }, () => deriveStored('org_1', () => Promise.resolve({ text, readAt }))),
  )
  expect(all.filter((known) => known === undefined)).toEqual([])
})
