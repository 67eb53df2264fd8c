import { afterEach, expect, it } from 'vitest'
import { tellSupervisor } from './tell-supervisor.ts'

const { send } = process
afterEach(() => {
  if (send === undefined) delete process.send
  else process.send = send
})

it('a port that was any free one is the one that was found, at the next start', () => {
  const told: unknown[] = []
  process.send = (message: unknown) => told.push(message) > 0
  const ports = { api: 0, gateway: 7071, state: 0, relay: 0, otlp: 0, simulator: 0 }
  const addresses = {
    publicUrl: 'http://127.0.0.1:41001',
    gatewayUrl: 'http://127.0.0.1:7071',
    stateUrl: 'http://127.0.0.1:41002',
    relayUrl: 'http://127.0.0.1:41003',
    otlpUrl: 'http://127.0.0.1:41004',
  }
  tellSupervisor(ports as never, addresses as never, undefined)
  const again = { MKT_API_PORT: '41001', MKT_STATE_PORT: '41002', MKT_RELAY_PORT: '41003', MKT_OTLP_PORT: '41004' }
  expect(told).toEqual([{ ready: true, again }])
})
