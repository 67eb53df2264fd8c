import type { Setting } from '@mkt/manifest'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { changeManifest, startTool, type Tool } from './testing/tool.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let tool: Tool
beforeAll(async () => {
  tool = await startTool()
  await tool.connect()
})
afterAll(() => tool.stop())

const text = (name: string, more: Partial<Setting> = {}): Setting => ({ name, title: name, type: 'Text', ...more })
const set = { set: true, updatedAt: expect.any(String) }

it('upgrade with one setting keeps every other one, optional and secret ones too', async () => {
  const fields = [text('rate', { required: true }), text('discount'), text('key', { type: 'Password' })]
  const { dir } = await tool.app('prices', { app: { fields } })
  expect(await tool.mkt(dir, 'deploy', '--no-try')).toMatchObject({ code: 0 })
  const settings = ['--setting', 'rate=10', '--setting', 'discount=5', '--setting', 'key=kkkk-kkkk']
  const launched = await tool.mkt(dir, 'launch', '--test', ...settings)
  expect(launched).toMatchObject({ code: 0, json: { state: 'RUNNING', revision: 1 } })
  const { id } = launched.json as { id: string }
  // A new required setting: the installation stays where it is until somebody gives a value.
  changeManifest(dir, { app: { fields: [...fields, text('region', { required: true })] } })
  expect(await tool.mkt(dir, 'deploy', '--no-try')).toMatchObject({ code: 0 })

  const refused = await tool.mkt(dir, 'installations', 'upgrade')
  expect(refused).toMatchObject({ code: 1, json: { error: { code: 'configuration_invalid' } } })
  const upgraded = await tool.mkt(dir, 'installations', 'upgrade', '--setting', 'region=north')
  expect(upgraded).toMatchObject({ code: 0, json: { release: { version: '1.1.0' }, revision: 2 } })
  const configuration = await tool.client.getConfiguration({ params: { id } })
  expect(configuration.settings).toEqual({ rate: '10', discount: '5', key: set, region: 'north' })

  // Back to the older release, which does not know the region, and forth again: nothing is lost on the way.
  const back = await tool.mkt(dir, 'installations', 'upgrade', '--release', '1.0.0')
  expect(back).toMatchObject({ code: 0, json: { release: { version: '1.0.0' } } })
  const forth = await tool.mkt(dir, 'installations', 'upgrade', '--release', '1.1.0', '--setting', 'rate=11')
  expect(forth).toMatchObject({ code: 0, json: { release: { version: '1.1.0' } } })
  const after = await tool.client.getConfiguration({ params: { id } })
  expect(after.settings).toEqual({ rate: '11', discount: '5', key: set, region: 'north' })

  expect(await tool.mkt(dir, 'installations', 'configure', '--clear', 'discount')).toMatchObject({ code: 0 })
  expect((await tool.client.getConfiguration({ params: { id } })).settings).toEqual({
    rate: '11',
    key: set,
    region: 'north',
  })
})

it('maps fields by the names in the tenant’s schema, and advises how to map when a required one is missing', async () => {
  const fields = [
    { name: 'vin', title: 'VIN', required: true },
    { name: 'model', title: 'Model' },
    { name: 'engine', title: 'Engine model' },
  ]
  const { dir } = await tool.app('mapped', { app: { fields: [] }, platform: { fields } })
  expect(await tool.mkt(dir, 'deploy', '--no-try')).toMatchObject({ code: 0 })
  const refused = await tool.mkt(dir, 'launch', '--test')
  expect(refused).toMatchObject({
    code: 1,
    json: { error: { code: 'configuration_invalid', fix: expect.stringMatching(/^Map .*--suggest-mappings/) } },
  })
  const launched = await tool.mkt(dir, 'launch', '--test', '--suggest-mappings')
  expect(launched).toMatchObject({ code: 0, json: { state: 'RUNNING' } })
  expect(launched.stderr).toContain('personal-auto: vin → Vehicle › Vehicle identification number')
  expect(launched.stderr).toContain('personal-auto: no place for engine')
  expect(launched.stderr).toContain('homeowners: not mapped, no place for vin (required)')
  const { id } = launched.json as { id: string }
  const { mappings } = await tool.client.getConfiguration({ params: { id } })
  expect(mappings.map(({ productName, fields }) => [productName, Object.keys(fields)])).toEqual([
    ['personal-auto', ['vin', 'model']],
  ])
  const make = `personal-auto:engine=${mappings[0]?.fields.vin?.replace("'vin'", "'make'")}`
  expect(await tool.mkt(dir, 'installations', 'configure', '--mapping', make)).toMatchObject({ code: 0 })
  const after = await tool.client.getConfiguration({ params: { id } })
  expect(Object.keys(after.mappings[0]?.fields ?? {})).toEqual(['vin', 'model', 'engine'])
})
