import { describe, expect, it } from 'vitest'
import { checkManifest } from '../parse-manifest.ts'

const base = { name: 'acme/app', version: '1.0.0' }
const said = (manifest: object) => {
  const { problems, warnings } = checkManifest({ ...base, ...manifest })
  return [...problems, ...warnings].map(({ pointer, message }) => `${pointer} ${message}`).join('\n')
}

describe('a word that is not known is answered with the one that was meant', () => {
  it('in the name of a section or property', () => {
    expect(said({ plattform: {} })).toContain(
      '/plattform "plattform" is not a property that is known here. Did you mean "platform"?',
    )
    expect(said({ platform: { webhook: [] } })).toContain('Did you mean "webhooks"?')
    expect(said({ app: { fields: [{ name: 'a', title: 'A', type: 'Text', visible_when: {} }] } })).toContain(
      'Did you mean "visibleWhen"?',
    )
  })

  it('not where what was meant is there already', () => {
    expect(said({ platform: { webhooks: [], webhook: [] } })).not.toContain('Did you mean')
  })

  it('in a section that has the name of another system: its members tell what it is', () => {
    const webhooks = [{ path: '/events', events: ['policy.issue'] }]
    expect(said({ policycloud: { webhooks } })).toContain(
      '/policycloud "policycloud" is not a property that is known here. Did you mean "platform"? It has the members of one.',
    )
    expect(said({ configuration: { fields: [{ name: 'a', title: 'A', type: 'text' }] } })).toContain(
      'Did you mean "app"?',
    )
    expect(said({ vendor: { fields: [{ name: 'vin', title: 'VIN' }] } })).toContain('Did you mean "platform"?')
    expect(said({ vendor: { anything: 1 } })).not.toContain('Did you mean')
  })

  it('in types, plans, variants, events, operations and hooks', () => {
    const type = (of: string) => ({ app: { fields: [{ name: 'a', title: 'A', type: of }] } })
    expect(said(type('text'))).toContain('not "text". Did you mean "Text"?')
    expect(said(type('dropdown'))).not.toContain('Did you mean')
    expect(said({ performancePlan: 'standard' })).toContain('Did you mean "Standard"?')
    expect(said({ targetPlatform: 'Connected' })).toContain('Did you mean "connected"?')
    expect(said({ platform: { webhooks: [{ path: '/e', events: ['policy.isue'] }] } })).toContain(
      'Did you mean "policy.issue"?',
    )
    expect(said({ platform: { autofill: [{ path: '/e', operations: ['newbusiness.create'] }] } })).toContain(
      'Did you mean "newBusiness.create"?',
    )
    expect(said({ platform: { lifecycle: ['Install'] } })).toContain('Did you mean "install"?')
  })
})

it('a setting with a misspelt type is checked as the one that was meant, so that nothing waits for a second round', () => {
  const { problems } = checkManifest({ ...base, app: { fields: [{ name: 'a', title: 'A', type: 'select' }] } })
  expect(problems.map(({ rule }) => rule).sort()).toEqual(['setting.type.unknown', 'setting.values.missing'])
})
