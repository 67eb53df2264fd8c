import { expect, it } from 'vitest'
import { callersOf, parseCaller, peerOf } from './callers.ts'

it('reads addresses, ranges, namespaces and namespaces with a label', () => {
  expect(parseCaller('10.1.2.3')).toEqual({ kind: 'addresses', cidr: '10.1.2.3/32' })
  expect(parseCaller('10.0.0.0/8')).toEqual({ kind: 'addresses', cidr: '10.0.0.0/8' })
  expect(parseCaller('fd00::1')).toEqual({ kind: 'addresses', cidr: 'fd00::1/128' })
  expect(parseCaller('market')).toEqual({ kind: 'pods', namespace: 'market', label: null })
  expect(parseCaller('market/mkt.dev/role=gateway')).toEqual({
    kind: 'pods',
    namespace: 'market',
    label: { key: 'mkt.dev/role', value: 'gateway' },
  })
  for (const wrong of ['', '10.0.0.0/99', 'Market', 'market/', 'market/role', '*'])
    expect(parseCaller(wrong)).toBeNull()
})

it('inside a cluster admits the platform’s own namespace besides what the operator names', () => {
  const inside = { ownNamespace: 'market', version: 29 }
  expect(callersOf({ ...inside, named: [] })).toEqual([{ kind: 'pods', namespace: 'market', label: null }])
  expect(callersOf({ ...inside, named: ['10.0.0.0/8'] })).toHaveLength(2)
})

it('admits everybody only where nobody is named and the platform cannot tell how pods see it', () => {
  expect(callersOf({ named: [], ownNamespace: null, version: 29 })).toBeNull()
  expect(callersOf({ named: [], ownNamespace: 'market', version: 20 })).toBeNull()
  expect(callersOf({ named: ['10.0.0.0/8'], ownNamespace: null, version: 29 })).toHaveLength(1)
})

it('never admits an application, not even in a namespace that it shares with the platform', () => {
  expect(peerOf({ kind: 'pods', namespace: 'market', label: { key: 'mkt.dev/role', value: 'gateway' } })).toEqual({
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'market' } },
    podSelector: {
      matchLabels: { 'mkt.dev/role': 'gateway' },
      matchExpressions: [{ key: 'mkt.dev/scope', operator: 'DoesNotExist' }],
    },
  })
})
