import type { AddFieldGroup, AutofillRequest, FieldValues, RaterRequest } from './connected.ts'

/** Fields of a policy or of one of its parts. */
export interface SampleFields {
  fieldValues: FieldValues
  fieldGroups: AddFieldGroup[]
}

/** What a policy of a product consists of, with values that the product allows. */
export interface SampleProduct extends SampleFields {
  exposures: ({ name: string; perils: string[] } & SampleFields)[]
}

/** Whom a sample is about. */
interface About {
  productName: string
  policyLocator: string
  policyholderLocator: string
  product: SampleProduct
}

/** The product of the usual sample. */
export const usualProduct = 'personal-auto'

const usual: About = {
  productName: usualProduct,
  policyLocator: '100002122',
  policyholderLocator: '33333333-3333-4333-8333-333333333333',
  product: {
    fieldValues: { channel: ['Direct'], garaging_zip: ['98101'] },
    fieldGroups: [],
    exposures: [
      {
        name: 'vehicle',
        fieldValues: { vin: ['1HGCM82633A004352'], vehicle_value: ['18500'], usage: ['Commute'] },
        fieldGroups: [],
        perils: ['bodily_injury', 'collision'],
      },
    ],
  },
}

/** A value that the field of this name has in the usual sample. */
export function usualValue(name: string): string | undefined {
  const parts = [usual.product, ...usual.product.exposures]
  const found = parts.map(({ fieldValues }) => (Object.hasOwn(fieldValues, name) ? fieldValues[name] : undefined))
  return found.find((values) => values !== undefined)?.[0]
}

const term = { policyStartTimestamp: '1767225600000', policyEndTimestamp: '1798761600000' }

/** What the policy system sends for autofill, about a policy that is not kept anywhere. `operation` is one of a manifest. */
export function sampleAutofillCall(operation: string, about: Partial<About> = {}): AutofillRequest {
  const [transaction = 'newBusiness', action = 'create'] = operation.split('.')
  const { productName, policyholderLocator, product } = { ...usual, ...about }
  const { fieldValues, fieldGroups, exposures } = product
  return {
    policyholderLocator,
    productName,
    operation: (transaction === '*' ? 'newBusiness' : transaction) as AutofillRequest['operation'],
    operationType: action === 'update' ? 'update' : 'create',
    updates: {
      ...term,
      fieldValues,
      ...(fieldGroups.length === 0 ? {} : { addFieldGroups: fieldGroups }),
      addExposures: exposures.map(({ name, perils, ...fields }) => ({
        exposureName: name,
        ...fields,
        perils: perils.map((peril) => ({ name: peril })),
      })),
    },
  }
}

/** What the policy system sends to a rater: every exposure of the product once, with its perils to be priced. */
export function sampleRaterCall(about: Partial<About> = {}): RaterRequest {
  const { productName, policyLocator, policyholderLocator, product } = { ...usual, ...about }
  const policy = 'policy-1'
  return {
    operation: 'new_business',
    policy: {
      locator: policyLocator,
      policyholderLocator,
      productLocator: '44444444-4444-4444-8444-444444444444',
      productName,
      createdTimestamp: '1767000000000',
      updatedTimestamp: '1767000000000',
      characteristics: [{ locator: policy, ...characteristics(product) }],
      exposures: product.exposures.map((exposure, index) => ({
        locator: `${exposure.name}-1`,
        name: exposure.name,
        characteristics: [{ locator: `${exposure.name}-characteristics-1`, ...characteristics(exposure) }],
        perils: exposure.perils.map((name) => {
          const locator = perilLocator(name, index)
          return { locator, name, characteristics: [{ locator: `${locator}-1` }] }
        }),
      })),
      currency: 'USD',
    },
    policyExposurePerils: product.exposures.flatMap(({ name: exposure, perils }, index) =>
      perils.map((name) => ({
        policyCharacteristicsLocator: policy,
        exposureCharacteristicsLocator: `${exposure}-characteristics-1`,
        perilCharacteristicsLocator: `${perilLocator(name, index)}-1`,
      })),
    ),
    tenantTimeZone: 'America/New_York',
  }
}

/** Exposures may have perils of the same name. */
const perilLocator = (name: string, exposure: number) => (exposure === 0 ? name : `${name}-of-${exposure + 1}`)

function characteristics({ fieldValues, fieldGroups }: SampleFields) {
  return {
    fieldValues,
    fieldGroupsByLocator: Object.fromEntries(fieldGroups.map((group) => [`${group.fieldName}-1`, group])),
  }
}
