import type { Engine } from '@mkt/engines'
import { expect, it } from 'vitest'
import { publishChanges } from '../store/database/changes.ts'
import { transaction } from '../store/database/transaction.ts'
import { newId } from '../testing/platform/new-id.ts'
import { testPlatform } from '../testing/platform/platform.ts'
import { fakeEngine } from '../testing/rollout/fake-engine.ts'
import { followTenants } from './shown-loopback.ts'

const { platform } = await testPlatform({ allowAddresses: ['127.0.0.1'] })

it('shows applications the policy system of a tenant on loopback as soon as it is connected', async () => {
  const shown: unknown[] = []
  const engine: Engine = { ...fakeEngine(), showLoopback: async (endpoints) => void shown.push(endpoints) }
  const end = await followTenants(platform, engine)
  const own = [7073, 7075].map((port) => ({ host: '127.0.0.1', port }))
  expect(shown).toEqual([own])
  const organizationId = newId('org')
  const id = newId('ten')
  await transaction(platform.db, async (trx) => {
    await trx.insertInto('organization').values({ id: organizationId, name: 'acme', title: 'Acme' }).execute()
    const tenant = { id, organization_id: organizationId, name: 'Own', variant: 'connected' as const }
    await trx
      .insertInto('tenant')
      .values({ ...tenant, api_url: 'http://127.0.0.1:9000/api', host_name: 'own.example.com' })
      .execute()
    await publishChanges(trx, [{ topic: 'tenant', subject: id }])
  })
  await expect.poll(() => shown.at(-1)).toEqual([{ host: '127.0.0.1', port: 9000 }, ...own])
  // A policy system that applications reach through the relay is not shown to them.
  await transaction(platform.db, async (trx) => {
    await trx.updateTable('tenant').set({ relay: 'read' }).where('id', '=', id).execute()
    await publishChanges(trx, [{ topic: 'tenant', subject: id }])
  })
  await expect.poll(() => shown.at(-1)).toEqual(own)
  end()
})
