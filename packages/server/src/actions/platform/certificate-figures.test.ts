import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { settableClock } from '../../lib/clock.ts'
import { silentLog } from '../../lib/log.ts'
import { watchCertificates } from './certificate-figures.ts'

it('shows for how long certificates of https addresses are valid, and nothing for those that cannot be read', async () => {
  const metrics = new Registry()
  const clock = settableClock(new Date('2026-05-01T12:00:00Z'))
  const addresses = {
    publicUrl: 'https://market.example.com',
    gatewayUrl: 'https://gateway.example.com',
    stateUrl: 'http://state.internal:7072',
    relayUrl: '',
    otlpUrl: '',
    tunnelUrl: '',
    own: '127.0.0.1',
  }
  const endOf = async (origin: string) => {
    if (origin.includes('gateway')) throw new Error('no answer')
    return new Date('2026-05-11T12:00:00Z')
  }
  const watch = await watchCertificates({ metrics, clock, log: silentLog, addresses }, endOf)
  await watch.look()
  const lines = (await metrics.metrics()).split('\n').filter((line) => line.startsWith('mkt_'))
  expect(lines).toEqual([`mkt_certificate_expires_seconds{address="public"} ${10 * 86_400}`])
  await watch.stop()
})
