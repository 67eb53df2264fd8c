import { expect, it } from 'vitest'
import { callersOf, OWN_CALLERS, parseCaller, peerOf } from './callers.ts'

it('reads addresses, ranges, namespaces and namespaces with a label', () => {
  expect(parseCaller('10.1.2.3')).toEqual({ kind: 'addresses', cidr: '10.1.2.3/32' })
  expect(parseCaller('10.0.0.0/8')).toEqual({ kind: 'addresses', cidr: '10.0.0.0/8' })
  expect(parseCaller('fd00::1')).toEqual({ kind: 'addresses', cidr: 'fd00::1/128' })
  expect(parseCaller('market')).toEqual({ kind: 'pods', namespace: 'market', label: null })
  expect(parseCaller('market/mkt.dev/role=gateway')).toEqual({
    kind: 'pods',
    namespace: 'market',
    label: { key: 'mkt.dev/role', values: ['gateway'] },
  })
  for (const wrong of ['', '10.0.0.0/99', 'Market', 'market/', 'market/role', '*'])
    expect(parseCaller(wrong)).toBeNull()
})

it('inside a cluster admits gateways, workers and apis of the platform’s namespace besides what the operator names', () => {
  const inside = { ownNamespace: 'market' }
  const own = {
    kind: 'pods',
    namespace: 'market',
    label: { key: 'mkt.dev/role', values: ['gateway', 'worker', 'api'] },
  }
  expect(callersOf({ ...inside, named: [] })).toEqual([own])
  expect(callersOf({ ...inside, named: ['10.0.0.0/8'] })).toEqual([own, { kind: 'addresses', cidr: '10.0.0.0/8' }])
})

it('admits everybody only where nobody is named and the platform cannot tell how pods see it', () => {
  expect(callersOf({ named: [], ownNamespace: null })).toBeNull()
  expect(callersOf({ named: ['10.0.0.0/8'], ownNamespace: null })).toHaveLength(1)
})

it('never admits an application, not even in a namespace that it shares with the platform', () => {
  const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'market' } }
  const isNoApplication = { key: 'mkt.dev/scope', operator: 'DoesNotExist' }
  expect(peerOf({ kind: 'pods', namespace: 'market', label: OWN_CALLERS })).toEqual({
    namespaceSelector,
    podSelector: {
      matchExpressions: [
        { key: 'mkt.dev/role', operator: 'In', values: ['gateway', 'worker', 'api'] },
        isNoApplication,
      ],
    },
  })
  expect(peerOf({ kind: 'pods', namespace: 'market', label: null })).toEqual({
    namespaceSelector,
    podSelector: { matchExpressions: [isNoApplication] },
  })
})
