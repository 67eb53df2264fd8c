import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings, readState } from './state.ts'
import { type FakePlatform, type FakeRoute, startFakePlatform } from './testing/fake-platform.ts'

let platform: FakePlatform
beforeAll(async () => {
  platform = await startFakePlatform()
})
afterAll(() => platform.close())

const read = (route: FakeRoute) => readState(platform.headers(route), { stateApi: platform.stateApi })

describe('readState', () => {
  it('sees a new configuration at the next read, though unchanged records are only confirmed', async () => {
    const route = platform.route({ settings: { a: '1' } })
    const first = await read(route)
    expect(await read(route)).toBe(first)
    route.configure({ settings: { a: '2' } })
    expect((await read(route)).settings).toEqual({ a: '2' })
    expect(route.reads).toBe(3)
  })

  it('finds the key whatever the case of the header and the kind of headers', async () => {
    const route = platform.route({ settings: { a: '1' } })
    const options = { stateApi: `${platform.stateApi}/` }
    for (const headers of [
      { 'X-MKT-Key': route.key },
      { 'x-mkt-key': [route.key] },
      new Headers({ 'x-MKT-key': route.key }),
    ]) {
      expect((await readState(headers, options)).settings.a).toBe('1')
    }
  })

  it('gives a record nobody can change for the next request', async () => {
    const { settings } = await read(platform.route({ settings: { a: '1' } }))
    expect(() => Object.assign(settings, { a: '2' })).toThrow()
  })

  it('carries on the trace of the request it is made for', async () => {
    const route = platform.route()
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    await readState(platform.headers(route, { traceparent }), { stateApi: platform.stateApi })
    expect(route.lastTrace).toBe(traceparent)
  })

  it('keeps two customers apart', async () => {
    const [one, two] = [platform.route({ settings: { a: '1' } }), platform.route({ settings: { a: '2' } })]
    const records = await Promise.all([one, two, one, two].map(read))
    expect(records.map(({ settings }) => settings.a)).toEqual(['1', '2', '1', '2'])
  })

  it('says what is wrong, never with the key in the text', async () => {
    const route = platform.route()
    await expect(readState({}, { stateApi: platform.stateApi })).rejects.toMatchObject({ code: 'key_missing' })
    await expect(readState(platform.headers(route), { stateApi: '' })).rejects.toMatchObject({
      code: 'state_api_missing',
    })
    const away = readState(platform.headers(route), { stateApi: 'http://127.0.0.1:9' })
    await expect(away).rejects.toMatchObject({ code: 'state_unreachable', retryable: true })
    await expect(away).rejects.not.toThrow(route.key)
    route.fail(410, 'key_expired')
    await expect(read(route)).rejects.toMatchObject({ code: 'key_expired', retryable: false })
  })
})

describe('readSettings', () => {
  it('has settings and mappings and nothing of the policy system', async () => {
    const route = platform.route({ settings: { a: '1' }, mappings: [] })
    const record = await readSettings(platform.headers(route), { stateApi: platform.stateApi })
    expect(record).toEqual({ settings: { a: '1' }, mappings: [] })
  })
})
