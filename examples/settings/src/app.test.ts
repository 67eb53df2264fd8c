import { fetchHandler } from '@mkt/sdk'
import { startFakePlatform } from '@mkt/sdk/testing'
import { expect, it, vi } from 'vitest'
import { app } from './app.ts'

it('shows plain settings, and of secrets only that they are there', async () => {
  const platform = await startFakePlatform()
  vi.stubEnv('MKT_STATE_API', platform.stateApi)
  try {
    const route = platform.route({
      settings: { companyName: 'Northwind', language: 'fr', delivery: 'archive', archivePassword: 'correct horse' },
    })
    const ask = () => fetchHandler(app)(new Request('http://app/summary', { headers: platform.headers(route) }))
    const text = await (await ask()).text()
    expect(text).not.toContain('correct horse')
    expect(JSON.parse(text)).toMatchObject({
      companyName: 'Northwind',
      language: 'fr',
      has: { archivePassword: true, licenseKey: false, region: false },
    })
    route.configure({ settings: { companyName: 'Southwind' } })
    expect(await (await ask()).json()).toMatchObject({ companyName: 'Southwind', language: 'en' })
  } finally {
    vi.unstubAllEnvs()
    await platform.close()
  }
})
