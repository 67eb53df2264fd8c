import type { Policy, PolicyExposure } from '../../core/connected-policy.ts'
import type { ConnectedTenant, Exposure, Product } from '../../core/connected-tenant.ts'
import { type FormGroup, field } from '../form.ts'
import { dayOf } from '../times.ts'
import { formFields, formGroups } from './fields.ts'

const DAY_MS = 24 * 3_600_000

const term = (start: string, end: string): FormGroup => ({
  title: 'Term',
  fields: [
    field('term.start', 'Starts', { kind: 'date', required: true, value: start }),
    field('term.end', 'Ends', { kind: 'date', required: true, value: end }),
  ],
  groups: [],
})

/** An exposure to be added, with the perils it can cover. */
function blankExposure(exposure: Exposure, checked: boolean): FormGroup {
  const at = `new.${exposure.name}`
  return {
    title: exposure.displayName,
    fields: formFields(exposure.fields, at, {}),
    choice: { name: at, label: `Add ${exposure.displayName.toLowerCase()}`, checked },
    groups: [
      ...formGroups(exposure.fields, at, {}),
      ...exposure.perils.map((peril) => ({
        title: peril.displayName,
        fields: formFields(peril.fields, `${at}.peril.${peril.name}`, {}),
        groups: [],
        choice: { name: `${at}.peril.${peril.name}`, label: `Cover ${peril.displayName.toLowerCase()}`, checked: true },
      })),
    ],
  }
}

function presentExposure(exposure: PolicyExposure, product: Product): FormGroup {
  const at = `exposure.${exposure.locator}`
  const schema = product.policyConfiguration.exposures.find(({ name }) => name === exposure.name)
  const last = exposure.characteristics.at(-1)
  const perils = exposure.perils.map((peril) => {
    const known = schema?.perils.find(({ name }) => name === peril.name)
    const values = peril.characteristics.at(-1)?.fieldValues ?? {}
    const fields = formFields(known?.fields ?? [], `${at}.peril.${peril.locator}`, values)
    return { title: known?.displayName ?? peril.name, fields, groups: [] }
  })
  const groups = formGroups(schema?.fields ?? [], at, last?.fieldGroupsByLocator ?? {})
  return {
    title: schema?.displayName ?? exposure.name,
    fields: formFields(schema?.fields ?? [], at, last?.fieldValues ?? {}),
    groups: [...groups, ...perils],
  }
}

export function newPolicyForm(tenant: ConnectedTenant, product: Product, now: number): FormGroup[] {
  const { fields, exposures } = product.policyConfiguration
  return [
    { title: 'Policyholder', fields: formFields(tenant.policyholderFields, 'holder', {}), groups: [] },
    term(dayOf(now), dayOf(now + 365 * DAY_MS)),
    { title: product.displayName, fields: formFields(fields, 'policy', {}), groups: formGroups(fields, 'policy', {}) },
    ...exposures.map((exposure) => blankExposure(exposure, true)),
  ]
}

/** What a policy holds, to be looked at or changed. */
export function policyForm(product: Product, policy: Policy): FormGroup[] {
  const { fields, exposures } = product.policyConfiguration
  const last = policy.characteristics.at(-1)
  return [
    term(dayOf(Number(last?.policyStartTimestamp ?? 0)), dayOf(Number(last?.policyEndTimestamp ?? 0))),
    {
      title: product.displayName,
      fields: formFields(fields, 'policy', last?.fieldValues ?? {}),
      groups: formGroups(fields, 'policy', last?.fieldGroupsByLocator ?? {}),
    },
    ...policy.exposures.map((exposure) => presentExposure(exposure, product)),
    ...exposures.map((exposure) => blankExposure(exposure, false)),
  ]
}
