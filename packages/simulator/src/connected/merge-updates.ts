import type {
  ExposureInput,
  ExposureUpdate,
  FieldGroup,
  FieldValues,
  PerilInput,
  Updates,
} from '../core/connected-policy.ts'
import { isRecord } from '../lib/body.ts'

/** Times and the name of an endorsement: single values, the last one given counts. */
const TEXTS = [
  'policyStartTimestamp',
  'policyEndTimestamp',
  'endorsementName',
  'endorsementEffectiveTimestamp',
] as const

/** Field values are lists of strings; a scalar, as many applications answer, counts as a list of one. */
export function readFieldValues(value: unknown): FieldValues {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null && item !== undefined)
      .map(([name, item]) => [name, (Array.isArray(item) ? item : [item]).map(String)]),
  )
}

export function readFieldGroups(value: unknown): FieldGroup[] {
  return list(value).map((item) => ({
    fieldName: String(item.fieldName ?? ''),
    fieldValues: readFieldValues(item.fieldValues),
    ...(typeof item.fieldGroupLocator === 'string' ? { fieldGroupLocator: item.fieldGroupLocator } : {}),
  }))
}

export function readPerils(value: unknown): PerilInput[] {
  return list(value).map((item) => ({
    ...(item as PerilInput),
    name: String(item.name ?? ''),
    fieldValues: readFieldValues(item.fieldValues),
  }))
}

export function readExposures(value: unknown): ExposureInput[] {
  return list(value).map((item) => ({
    exposureName: String(item.exposureName ?? ''),
    fieldValues: readFieldValues(item.fieldValues),
    fieldGroups: readFieldGroups(item.fieldGroups),
    perils: readPerils(item.perils),
  }))
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** An exposure answered at the place of one of the same name completes it; any other is added. */
function mergeExposures(pending: ExposureInput[], answered: unknown): ExposureInput[] {
  const merged = [...pending]
  list(answered).forEach((raw, index) => {
    const [exposure] = readExposures([raw])
    if (!exposure) return
    const same = pending[index]
    if (same?.exposureName !== exposure.exposureName) merged.push(exposure)
    else
      merged[index] = {
        exposureName: same.exposureName,
        fieldValues: { ...same.fieldValues, ...exposure.fieldValues },
        fieldGroups: 'fieldGroups' in raw ? exposure.fieldGroups : same.fieldGroups,
        perils: 'perils' in raw ? exposure.perils : same.perils,
      }
  })
  return merged
}

/**
 * Merges an autofill answer, or a change as a caller writes it, into the pending change: field values name by name, new
 * exposures place by place, the other lists as a whole, times and names as single values. What it leaves out stays.
 */
export function mergeUpdates(pending: Updates, answer: Record<string, unknown>): Updates {
  const merged: Updates = { ...pending }
  if (answer.fieldValues !== undefined)
    merged.fieldValues = { ...pending.fieldValues, ...readFieldValues(answer.fieldValues) }
  if (answer.addExposures !== undefined)
    merged.addExposures = mergeExposures(pending.addExposures ?? [], answer.addExposures)
  for (const name of ['addFieldGroups', 'updateFieldGroups'] as const)
    if (answer[name] !== undefined) merged[name] = readFieldGroups(answer[name])
  for (const name of ['removeFieldGroups', 'removeExposures'] as const) {
    const value = answer[name]
    if (Array.isArray(value)) merged[name] = value.map(String)
  }
  if (answer.updateExposures !== undefined)
    merged.updateExposures = list(answer.updateExposures).map(readExposureUpdate)
  for (const name of TEXTS) {
    const value = answer[name]
    if (value !== undefined && value !== null) merged[name] = String(value)
  }
  return merged
}

function readExposureUpdate(item: Record<string, unknown>): ExposureUpdate {
  const update: ExposureUpdate = { exposureLocator: String(item.exposureLocator ?? '') }
  if (item.fieldValues !== undefined) update.fieldValues = readFieldValues(item.fieldValues)
  for (const name of ['addFieldGroups', 'updateFieldGroups'] as const)
    if (item[name] !== undefined) update[name] = readFieldGroups(item[name])
  for (const name of ['removeFieldGroups', 'removePerils'] as const) {
    const value = item[name]
    if (Array.isArray(value)) update[name] = value.map(String)
  }
  if (item.addPerils !== undefined) update.addPerils = readPerils(item.addPerils)
  if (item.updatePerils !== undefined)
    update.updatePerils = list(item.updatePerils).map((peril) => ({
      ...peril,
      perilLocator: String(peril.perilLocator ?? ''),
      fieldValues: readFieldValues(peril.fieldValues),
    }))
  return update
}
