import type { Manifest } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { risksOf } from './risks-of.ts'

const manifest = (platform: Manifest['platform'], access: 'none' | 'read' | 'write' = 'none'): Manifest => ({
  ...{ name: 'acme/app', version: '1.0.0' },
  platform: { tenantAccess: access, ...platform },
})

it('an application that does not say where it sends data may send it anywhere', () => {
  expect(risksOf({ name: 'acme/app', version: '1.0.0' })).toContain('anywhere')
  expect(risksOf(manifest({ egress: [] }))).not.toContain('anywhere')
})

it('names what matters most first', () => {
  const risks = risksOf(
    manifest({
      webhooks: [{ path: '/hook', events: ['policy.issue'] }],
      externalRaters: [{ name: 'table', path: '/rate' }],
      egress: [{ host: 'api.example', purpose: 'looks up', personalData: true }],
      public: ['/callback'],
    }),
  )
  expect(risks.filter((risk) => risk !== 'changes' && risk !== 'reads')).toEqual([
    'prices',
    'personal',
    'open',
    'hears',
  ])
})
