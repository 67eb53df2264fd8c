import type { Manifest } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { isIntegrationPath, isPublicPath, readHeaders, sampleFor } from './call-route.ts'

const manifest: Manifest = {
  name: 'acme/app',
  version: '1.0.0',
  platform: {
    webhooks: [{ path: '/events', events: ['policy.issue'] }],
    externalRaters: [{ name: 'r', path: '/rate' }],
    public: ['/callback/*', '/ping'],
  },
}

it('a public path needs no caller secret', () => {
  expect(isPublicPath(manifest, '/ping?x=1')).toBe(true)
  expect(isPublicPath(manifest, '/callback/a/b')).toBe(true)
  expect(isPublicPath(manifest, '/rate')).toBe(false)
})

it('a path of an integration is called with POST', () => {
  expect(isIntegrationPath(manifest, 'connected', '/rate?debug')).toBe(true)
  expect(isIntegrationPath(manifest, 'connected', '/other')).toBe(false)
})

it('a sample is what the policy system would send; an event has an id of its own each time', () => {
  const event = () => JSON.parse(sampleFor(manifest, 'connected', '/events') ?? '') as { id: string; type: string }
  expect(event().type).toBe('policy.issue')
  expect(event().id).not.toBe(event().id)
  expect(JSON.parse(sampleFor(manifest, 'connected', '/rate') ?? '')).toHaveProperty('policy')
  expect(sampleFor(manifest, 'connected', '/other')).toBeUndefined()
})

it('headers are read from lines, and what is none is refused', () => {
  expect(readHeaders(['Accept: text/csv', 'x-a:b: c'])).toEqual({ Accept: 'text/csv', 'x-a': 'b: c' })
  expect(() => readHeaders(['nonsense'])).toThrow('not a header')
})
