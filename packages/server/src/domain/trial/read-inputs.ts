import { cutText } from '../../lib/cut-text.ts'

/** What a policy system asked with, as text by name: the inputs a price is made from. */
export type Inputs = Readonly<Record<string, string>>

const MAX_INPUTS = 100
const MAX_CHARACTERS = 100

/** Reads the field values of a rater or autofill request. Never throws. */
export function readInputs(request: unknown): Inputs {
  const inputs: Record<string, string> = {}
  let count = 0

  function take(prefix: string, values: unknown): void {
    for (const [name, value] of Object.entries(objectOf(values))) {
      if (count >= MAX_INPUTS) return
      const text = Array.isArray(value) ? value.join(', ') : String(value)
      const full = cutText(`${prefix}${name}`, MAX_CHARACTERS)
      // The first exposure of a kind stands for all of them: examples are read by people.
      if (Object.hasOwn(inputs, full)) continue
      inputs[full] = cutText(text, MAX_CHARACTERS)
      count += 1
    }
  }

  const asked = objectOf(request)
  const policy = objectOf(asked.policy)
  for (const part of listOf(policy.characteristics)) take('', part.fieldValues)
  for (const exposure of listOf(policy.exposures))
    for (const part of listOf(exposure.characteristics)) take(`${String(exposure.name)}.`, part.fieldValues)
  const updates = objectOf(asked.updates)
  take('', updates.fieldValues)
  for (const exposure of listOf(updates.addExposures)) take(`${String(exposure.exposureName)}.`, exposure.fieldValues)
  return inputs
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}
