import type { Manifest } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { compareManifests } from './release-comparison.ts'

const base: Manifest = { name: 'acme/rater', version: '1.0.0' }

it('two manifests that mean the same have no changes', () => {
  const one: Manifest = { ...base, platform: { autofill: [{ path: '/a', operations: ['*.create'] }] } }
  const other: Manifest = {
    ...base,
    version: '1.1.0',
    performancePlan: 'Standard',
    platform: {
      autofill: [
        { path: '/a', operations: ['newBusiness.create', 'endorsement.create', 'renewal.create'], timeoutMs: 5000 },
      ],
    },
  }
  expect(compareManifests(one, other, 'connected')).toEqual([])
})

it('says of a list of words only what came and what went', () => {
  const listening = (events: string[]): Manifest => ({ ...base, platform: { webhooks: [{ path: '/e', events }] } })
  const details = (from: string[], to: string[]) =>
    compareManifests(listening(from), listening(to), 'connected').flatMap((change) => change.details)
  expect(details(['policy.create', 'policy.update'], ['policy.create', 'claim.open', 'claim.close'])).toEqual([
    'events: added claim.open, claim.close; removed policy.update',
  ])
  expect(details(['policy.create'], ['policy.create', 'claim.*'])).toEqual([
    'events: added claim.create, claim.open, claim.update, claim.close, claim.discard',
  ])
})

it('says what was added, removed and changed, and how', () => {
  const one: Manifest = {
    ...base,
    app: { fields: [{ name: 'a', title: 'A', type: 'Text' }] },
    platform: { externalRaters: [{ name: 'r', path: '/r' }], lifecycle: ['install'] },
  }
  const other: Manifest = {
    ...base,
    performancePlan: 'Increased',
    app: { fields: [{ name: 'a', title: 'A', type: 'Text', required: true }] },
    platform: { externalRaters: [{ name: 'r', path: '/rate' }], fields: [{ name: 'vin', title: 'VIN' }] },
  }
  const changes = compareManifests(one, other, 'connected').map(({ kind, name, change, details }) => [
    kind,
    name,
    change,
    ...details,
  ])
  expect(changes).toEqual([
    ['setting', 'a', 'changed', 'required: none → true'],
    ['mapping', 'vin', 'added'],
    ['rater', 'r', 'changed', 'path: "/r" → "/rate"'],
    ['plan', 'performance', 'changed', 'plan: "Standard" → "Increased"'],
    ['hook', 'install', 'removed'],
  ])
})
