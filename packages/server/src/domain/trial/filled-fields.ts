import { answerFields } from './answer-fields.ts'

export interface FilledField {
  name: string
  value: string
}

/** How the parts of an answer are called; parts without a name say nothing about a field. */
const parts: Readonly<Record<string, string>> = {
  fieldValues: '',
  '*': '',
  addExposures: 'exposures',
  updateExposures: 'exposures',
  addPerils: 'perils',
  updatePerils: 'perils',
  addFieldGroups: 'fieldGroups',
  updateFieldGroups: 'fieldGroups',
}

/** The fields that an autofill answer sets, as people read them: `exposures.vin`, and the value as text. */
export function filledFields(answer: unknown, most: number): FilledField[] {
  const fields = [...answerFields(answer, new Map())].slice(0, most)
  return fields.map(([place, json]) => {
    const segments = place.replace(/#\d+$/, '').split('/')
    const named = segments.map((segment) => (Object.hasOwn(parts, segment) ? parts[segment] : segment))
    const value: unknown = JSON.parse(json)
    return { name: named.filter(Boolean).join('.'), value: typeof value === 'string' ? value : json }
  })
}
