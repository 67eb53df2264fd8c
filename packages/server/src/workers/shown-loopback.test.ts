import { expect, it } from 'vitest'
import { loopbackEndpoints } from './shown-loopback.ts'

it('shows policy systems on loopback that the operator allows, and nothing else', () => {
  const urls = [
    'http://127.0.0.1:9000/api',
    'http://localhost:9001',
    'http://[::1]:9002',
    'http://10.0.0.1:9003',
    'https://policy.example.com',
    'not an address',
  ]
  expect(loopbackEndpoints(urls, ['127.0.0.0/8'])).toEqual([
    { host: '127.0.0.1', port: 9000 },
    { host: '127.0.0.1', port: 9001 },
  ])
  expect(loopbackEndpoints(urls, ['127.0.0.1:9001', '10.0.0.1'])).toEqual([{ host: '127.0.0.1', port: 9001 }])
  expect(loopbackEndpoints(urls, [])).toEqual([])
  const own = ['http://127.0.0.1:9000', 'https://gateway.example.com']
  expect(loopbackEndpoints(urls, ['127.0.0.1'], own)).toEqual([{ host: '127.0.0.1', port: 9001 }])
})
