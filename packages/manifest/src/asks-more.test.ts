import { expect, it } from 'vitest'
import { asksMore } from './asks-more.ts'
import type { EgressEntry, Manifest } from './manifest.ts'

const base = { name: 'acme/app', version: '1.0.0' }
const key = { name: 'key', title: 'Key', type: 'Password', required: true } as const
const rich: Manifest = {
  ...base,
  app: { fields: [key] },
  platform: {
    fields: [{ name: 'vin', title: 'VIN' }],
    webhooks: [{ path: '/w', events: ['claim.*'] }],
    autofill: [{ path: '/a', operations: ['newBusiness.create'] }],
    externalRaters: [{ name: 'r', path: '/r', headers: { 'x-plan': 'gold' } }],
    lifecycle: ['install'],
    public: ['/oauth/*'],
  },
}

function asks(next: Partial<Manifest>): string[] {
  return asksMore(rich, { ...rich, ...next }, 'connected').map(({ kind, what }) => `${kind}: ${what}`)
}

function platformAsks(next: NonNullable<Manifest['platform']>): string[] {
  return asks({ platform: { ...rich.platform, ...next } })
}

it('the same manifest, or one that asks less, asks for nothing more', () => {
  expect(asks({})).toEqual([])
  expect(asksMore(rich, base, 'connected')).toEqual([])
  expect(platformAsks({ webhooks: [{ path: '/w', events: ['claim.open'] }] })).toEqual([])
  expect(platformAsks({ public: ['/oauth/callback'] })).toEqual([])
})

it('old releases with thousands of public paths are compared in little time', () => {
  const open = (from: number): Manifest => ({
    ...base,
    platform: { public: Array.from({ length: 20_000 }, (_, index) => `/p${from + index}/*`) },
  })
  const begun = process.threadCpuUsage()
  expect(asksMore(open(0), open(1), 'connected')).toEqual([{ kind: 'public path', what: '/p20000/*' }])
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(500)
})

it('a path that differs in slashes at the end, or is below an open one, opens nothing more', () => {
  const open = (...paths: string[]): Manifest => ({ ...base, platform: { public: paths } })
  expect(asksMore(open('/a', '/x/*'), open('/a/', '/x/y/*', '/x/z'), 'connected')).toEqual([])
  expect(asksMore(open('/a', '/x/y/*'), open('/a/*', '/x/*'), 'connected')).toHaveLength(2)
})

it('new integrations, events, public paths, rater headers, settings and mappings ask for more', () => {
  expect(platformAsks({ lifecycle: ['install', 'upgrade'] })).toEqual(['integration: hook upgrade'])
  expect(platformAsks({ webhooks: [{ path: '/w', events: ['claim.*', 'payment.pay'] }] })).toEqual([
    'event: payment.pay',
  ])
  expect(platformAsks({ public: ['/oauth/*', '/open'] })).toEqual(['public path: /open'])
  const headers = { 'X-Plan': 'gold', 'x-b': '1' }
  expect(platformAsks({ externalRaters: [{ name: 'r', path: '/r', headers }] })).toEqual(['rater header: r x-b: 1'])
  expect(asks({ app: { fields: [key, { name: 'n', title: 'N', type: 'Text' }] } })).toEqual(['setting: n'])
  expect(platformAsks({ fields: [{ name: 'n', title: 'N' }] })).toEqual(['mapping: n'])
  expect(platformAsks({ autofill: [{ path: '/a', operations: ['newBusiness.create', '*.update'] }] })).toHaveLength(3)
})

it('what becomes required asks for more', () => {
  expect(platformAsks({ fields: [{ name: 'vin', title: 'VIN', required: true }] })).toEqual(['mapping: vin'])
  expect(asks({ app: { fields: [key, { name: 'n', title: 'N', type: 'Text', required: true }] } })).toEqual([
    'setting: n',
  ])
})

it('a setting that is write-only, or no longer, asks for nothing more: so a rollback across that change is followed', () => {
  const plain = { ...key, type: 'Text' } as const
  expect(asks({ app: { fields: [plain] } })).toEqual([])
  expect(asksMore({ ...base, app: { fields: [plain] } }, { ...base, app: { fields: [key] } }, 'connected')).toEqual([])
})

it('a host that gets data for the first time asks for more, and so does saying nothing after naming hosts', () => {
  const base = { name: 'acme/app', version: '1.0.0' }
  const vin = { host: '*.vin.example', purpose: 'p' }
  const hook = { setting: 'url', purpose: 'p' }
  const egressAsks = (before: EgressEntry[] | undefined, after: EgressEntry[] | undefined) => {
    const manifest = (egress: EgressEntry[] | undefined): Manifest => ({ ...base, platform: egress ? { egress } : {} })
    return asksMore(manifest(before), manifest(after), 'connected').map(({ kind, what }) => `${kind}: ${what}`)
  }
  expect(egressAsks(undefined, [vin, hook])).toEqual([])
  expect(egressAsks([vin, hook], [])).toEqual([])
  expect(egressAsks([], undefined)).toEqual(['egress: every public host'])
  expect(egressAsks([], [vin, hook])).toEqual(['egress: *.vin.example:443', 'egress: the address in setting url'])
  expect(egressAsks([vin], [{ host: 'API.vin.example', purpose: 'other words' }])).toEqual([])
  expect(egressAsks([vin], [{ host: '*.eu.vin.example', purpose: 'p' }])).toEqual([])
  expect(egressAsks([vin], [{ host: 'vin.example', purpose: 'p' }])).toEqual(['egress: vin.example:443'])
  expect(egressAsks([vin], [{ ...vin, port: 8443 }])).toEqual(['egress: *.vin.example:8443'])
  expect(egressAsks([vin], [{ ...vin, personalData: true }])).toEqual(['egress: *.vin.example:443 with personal data'])
  expect(egressAsks([{ ...vin, personalData: true }], [vin])).toEqual([])
})
