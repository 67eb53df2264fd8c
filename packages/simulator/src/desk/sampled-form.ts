import { exposureFacts, type Facts, personFacts, sampleText } from '../seed/sample-facts.ts'
import type { Sampler } from '../seed/sampler.ts'
import type { FormGroup } from './form.ts'

/** A form whose required fields hold something; the others stay empty, so that applications have something to fill in. */
export function sampledForm(groups: readonly FormGroup[], sampler: Sampler): FormGroup[] {
  const person = personFacts(sampler)
  const fill = (group: FormGroup, facts: Facts): FormGroup => {
    if (group.choice?.checked === false) return group
    return {
      ...group,
      fields: group.fields.map((one) => {
        const { name, kind, choices, required, value } = one
        if (!required || value !== '') return one
        const known = { name: name.split('.').at(-1) ?? name, type: kind, values: choices }
        return { ...one, value: sampleText(known, facts, sampler) }
      }),
      groups: group.groups.map((inner) => fill(inner, facts)),
    }
  }
  return groups.map((group) => fill(group, { ...exposureFacts(sampler), ...person }))
}
