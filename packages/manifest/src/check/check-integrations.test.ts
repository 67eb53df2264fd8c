import { describe, expect, it } from 'vitest'
import type { Variant } from '../manifest.ts'
import { rulesOf } from '../testing.ts'

const base = { name: 'acme/app', version: '1.0.0' }

function platformRules(platform: unknown, variant?: Variant): string[] {
  return rulesOf({ ...base, platform }, variant)
}

describe('integrations', () => {
  it('have plain absolute paths outside those of the platform', () => {
    const path = (each: unknown) => platformRules({ webhooks: [{ path: each, events: ['policy.issue'] }] })
    for (const good of ['/', '/a', '/a/b.c', '/a%20b', '/healthy', '/_apps']) expect(path(good)).toEqual([])
    for (const bad of [
      '',
      'a',
      '//a',
      '/a//b',
      '/a?b',
      '/a#b',
      '/a b',
      '/../a',
      '/%2e%2e/a',
      '/a\\b',
      '/é',
      7,
      '/a*',
    ]) {
      expect(path(bad), String(bad)).toEqual(['integration.path.invalid /platform/webhooks/0/path'])
    }
    for (const bad of ['/health', '/_app', '/_app/install', '/%68ealth', '/_app/x/y']) {
      expect(path(bad)).toEqual(['integration.path.reserved /platform/webhooks/0/path'])
    }
  })

  it('name events of the variant, or all that begin alike', () => {
    const events = (variant: Variant | undefined, ...names: unknown[]) =>
      platformRules({ webhooks: [{ path: '/w', events: names }] }, variant)
    expect(events('connected', 'policy.issue', 'policy.*', 'policy.quote.*')).toEqual([])
    expect(events('enterprise', 'policy.issue')).toEqual(['webhook.event.unknown /platform/webhooks/0/events/0'])
    expect(events(undefined, 'policy.issue', 'billing.*')).toEqual([])
    expect(events('connected', '*', 'policy', 'polic*', 'nothing.*')).toHaveLength(4)
    expect(events('connected')).toEqual(['webhook.events.missing /platform/webhooks/0/events'])
  })

  it('are autofill and raters in the connected variant only', () => {
    const platform = {
      autofill: [{ path: '/a', operations: ['newBusiness.create'] }],
      externalRaters: [{ name: 'r', path: '/r' }],
    }
    expect(platformRules(platform, 'connected')).toEqual([])
    expect(platformRules(platform, 'enterprise')).toEqual([
      'integration.variant /platform/autofill',
      'integration.variant /platform/externalRaters',
    ])
  })

  it('have known operations and timeouts within their limits', () => {
    const autofill = (more: object) => platformRules({ autofill: [{ path: '/a', operations: ['*.*'], ...more }] })
    expect(autofill({ timeoutMs: 10_000 })).toEqual([])
    expect(autofill({ timeoutMs: 10_001 })).toEqual(['integration.timeoutMs.invalid /platform/autofill/0/timeoutMs'])
    expect(autofill({ operations: ['cancellation.create'] })).toEqual([
      'autofill.operation.unknown /platform/autofill/0/operations/0',
    ])
    expect(platformRules({ externalRaters: [{ name: 'r', path: '/r', timeoutMs: 20_001 }] })).toHaveLength(1)
  })

  it('send no headers of the platform or the connection', () => {
    const headers = (each: object) => platformRules({ externalRaters: [{ name: 'r', path: '/r', headers: each }] })
    expect(headers({ 'x-plan': 'gold' })).toEqual([])
    for (const name of ['X-MKT-Key', 'Host', 'content-type', 'Connection', 'transfer-encoding']) {
      expect(headers({ [name]: 'x' })).toEqual([`rater.header.reserved /platform/externalRaters/0/headers/${name}`])
    }
    expect(headers({ 'x-a': 'a\nb' })).toHaveLength(1)
  })

  it('share no path between kinds', () => {
    const platform = {
      webhooks: [{ path: '/x', events: ['policy.issue'] }],
      autofill: [{ path: '/x', operations: ['*.*'] }],
    }
    expect(platformRules(platform)).toEqual(['integration.path.conflict /platform/autofill/0/path'])
  })

  it('know eight hooks, each by name or with a path', () => {
    expect(platformRules({ lifecycle: ['install', { hook: 'stop', path: '/stop' }] })).toEqual([])
    expect(platformRules({ lifecycle: ['explode'] })).toEqual(['lifecycle.hook.unknown /platform/lifecycle/0'])
    expect(platformRules({ lifecycle: ['stop', { hook: 'stop', path: '/stop' }] })).toEqual([
      'lifecycle.hook.duplicate /platform/lifecycle/1',
    ])
  })

  it('are never opened by a public path, and neither is everything', () => {
    const open = (path: string) =>
      platformRules({ webhooks: [{ path: '/w/a', events: ['policy.issue'] }], public: [path] })
    for (const good of ['/oauth/callback', '/oauth/*', '/w']) expect(open(good)).toEqual([])
    expect(open('/*')).toEqual(['public.path.too-wide /platform/public/0'])
    expect(open('/w/*')).toEqual(['public.path.integration /platform/public/0'])
    expect(open('/w/a')).toEqual(['public.path.integration /platform/public/0'])
    expect(open('/w/a/')).toEqual(['public.path.integration /platform/public/0'])
    expect(open('/_app/*')).toEqual(['integration.path.reserved /platform/public/0'])
    expect(open('/a*')).toEqual(['public.path.invalid /platform/public/0'])
  })
})
