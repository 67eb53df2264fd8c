import type {
  AddExposure,
  AddFieldGroup,
  AddPeril,
  Characteristics,
  Exposure,
  Peril,
  PerilCharacteristics,
  Policy,
  PolicyUpdates,
  UpdateExposure,
  UpdateFieldGroup,
  UpdatePeril,
} from './connected.ts'

// What payloads are made of: a small vocabulary for JSON Schema, and the definitions that several of them share.

export type JsonSchema = { readonly [keyword: string]: unknown }

type RequiredKeys<T> = { [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? never : K }[keyof T]

/** A schema of an interface: a property that is missing, too many or wrongly required does not compile. */
export function object<T>(
  properties: { readonly [K in keyof Required<T>]: JsonSchema },
  required: readonly RequiredKeys<T>[],
  description?: string,
): JsonSchema {
  return { type: 'object', ...(description && { description }), properties, required }
}

export const text: JsonSchema = { type: 'string' }
export const described = (description: string): JsonSchema => ({ type: 'string', description })
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
export const oneOf = (...values: readonly string[]): JsonSchema => ({ enum: values })
export const ref = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` })
export const millis: JsonSchema = { type: 'string', pattern: '^[0-9]+$', description: 'Milliseconds since the epoch.' }
export const amount: JsonSchema = { type: ['string', 'number'] }
export const anything: JsonSchema = {}
export const texts = list(text)

const limits = {
  deductible: amount,
  lumpSumPayment: amount,
  indemnityPerItem: amount,
  indemnityPerEvent: amount,
  indemnityInAggregate: amount,
}
const groups = {
  addFieldGroups: list(ref('addFieldGroup')),
  updateFieldGroups: list(ref('updateFieldGroup')),
  removeFieldGroups: texts,
}
const stood = {
  locator: text,
  policyStartTimestamp: millis,
  policyEndTimestamp: millis,
  fieldValues: ref('fieldValues'),
  fieldGroupsByLocator: { type: 'object', additionalProperties: { type: 'object' } },
}

export const defs = {
  fieldValues: {
    type: 'object',
    description: 'Every field value is a list of texts, also where the schema allows just one.',
    additionalProperties: texts,
  },
  addFieldGroup: object<AddFieldGroup>({ fieldName: text, fieldValues: ref('fieldValues') }, [
    'fieldName',
    'fieldValues',
  ]),
  updateFieldGroup: object<UpdateFieldGroup>(
    { fieldGroupLocator: text, fieldName: text, fieldValues: ref('fieldValues') },
    ['fieldGroupLocator', 'fieldName', 'fieldValues'],
  ),
  addPeril: object<AddPeril>(
    { name: text, fieldValues: ref('fieldValues'), fieldGroups: list(ref('addFieldGroup')), ...limits },
    ['name'],
  ),
  updatePeril: object<UpdatePeril>({ perilLocator: text, fieldValues: ref('fieldValues'), ...groups, ...limits }, [
    'perilLocator',
  ]),
  addExposure: object<AddExposure>(
    {
      exposureName: text,
      fieldValues: ref('fieldValues'),
      fieldGroups: list(ref('addFieldGroup')),
      perils: list(ref('addPeril')),
    },
    ['exposureName'],
  ),
  updateExposure: object<UpdateExposure>(
    {
      exposureLocator: text,
      fieldValues: ref('fieldValues'),
      ...groups,
      addPerils: list(ref('addPeril')),
      updatePerils: list(ref('updatePeril')),
      removePerils: texts,
    },
    ['exposureLocator'],
  ),
  updates: object<PolicyUpdates>(
    {
      policyStartTimestamp: millis,
      policyEndTimestamp: millis,
      endorsementName: text,
      endorsementEffectiveTimestamp: millis,
      fieldValues: ref('fieldValues'),
      ...groups,
      addExposures: list(ref('addExposure')),
      updateExposures: list(ref('updateExposure')),
      removeExposures: texts,
    },
    [],
  ),
  characteristics: object<Characteristics>(stood, ['locator']),
  perilCharacteristics: object<PerilCharacteristics>({ ...stood, premium: text, ...limits }, ['locator']),
  peril: object<Peril>({ locator: text, name: text, characteristics: list(ref('perilCharacteristics')) }, [
    'locator',
    'name',
    'characteristics',
  ]),
  exposure: object<Exposure>(
    { locator: text, name: text, characteristics: list(ref('characteristics')), perils: list(ref('peril')) },
    ['locator', 'name', 'characteristics', 'perils'],
  ),
  policy: object<Policy>(
    {
      locator: described('A text of digits.'),
      policyholderLocator: text,
      productLocator: text,
      productName: text,
      createdTimestamp: millis,
      updatedTimestamp: millis,
      issuedTimestamp: millis,
      characteristics: list(ref('characteristics')),
      exposures: list(ref('exposure')),
      fees: list(anything),
      documents: list(anything),
      invoices: list(anything),
      currency: text,
    },
    [
      'locator',
      'policyholderLocator',
      'productLocator',
      'productName',
      'createdTimestamp',
      'updatedTimestamp',
      'characteristics',
      'exposures',
    ],
  ),
} satisfies Record<string, JsonSchema>

/** The definitions that a schema refers to, directly or through others. */
export function usedDefs(schema: unknown, used = new Set<keyof typeof defs>()): Set<keyof typeof defs> {
  for (const [, name] of JSON.stringify(schema).matchAll(/#\/\$defs\/(\w+)/g)) {
    const key = name as keyof typeof defs
    if (used.has(key)) continue
    used.add(key)
    usedDefs(defs[key], used)
  }
  return used
}
