import type { AutofillRequest, RaterRequest } from './connected.ts'

/** Whom a sample is about. */
interface About {
  productName: string
  policyLocator: string
  policyholderLocator: string
}

const usual: About = {
  productName: 'personal-auto',
  policyLocator: '100002122',
  policyholderLocator: '33333333-3333-4333-8333-333333333333',
}

const term = { policyStartTimestamp: '1767225600000', policyEndTimestamp: '1798761600000' }

/** What the policy system sends for autofill: one vehicle, of a policy that is not kept anywhere. `operation` is one of a manifest. */
export function sampleAutofillCall(operation: string, about: Partial<About> = {}): AutofillRequest {
  const [transaction = 'newBusiness', action = 'create'] = operation.split('.')
  const { productName, policyholderLocator } = { ...usual, ...about }
  return {
    policyholderLocator,
    productName,
    operation: (transaction === '*' ? 'newBusiness' : transaction) as AutofillRequest['operation'],
    operationType: action === 'update' ? 'update' : 'create',
    updates: {
      ...term,
      fieldValues: { channel: ['Direct'] },
      addExposures: [
        { exposureName: 'vehicle', fieldValues: { vin: ['1HGCM82633A004352'] }, fieldGroups: [], perils: [] },
      ],
    },
  }
}

const perils = ['bodily_injury', 'collision']

/** What the policy system sends to a rater: one vehicle with two perils to be priced. */
export function sampleRaterCall(about: Partial<About> = {}): RaterRequest {
  const { productName, policyLocator, policyholderLocator } = { ...usual, ...about }
  return {
    operation: 'new_business',
    policy: {
      locator: policyLocator,
      policyholderLocator,
      productLocator: '44444444-4444-4444-8444-444444444444',
      productName,
      createdTimestamp: '1767000000000',
      updatedTimestamp: '1767000000000',
      characteristics: [{ locator: 'policy-1', fieldValues: { garaging_zip: ['98101'] }, fieldGroupsByLocator: {} }],
      exposures: [
        {
          locator: 'vehicle-1',
          name: 'vehicle',
          characteristics: [
            { locator: 'vehicle-characteristics-1', fieldValues: { vehicle_value: ['18500'], usage: ['Commute'] } },
          ],
          perils: perils.map((name) => ({ locator: name, name, characteristics: [{ locator: `${name}-1` }] })),
        },
      ],
      currency: 'USD',
    },
    policyExposurePerils: perils.map((name) => ({
      policyCharacteristicsLocator: 'policy-1',
      exposureCharacteristicsLocator: 'vehicle-characteristics-1',
      perilCharacteristicsLocator: `${name}-1`,
    })),
    tenantTimeZone: 'America/New_York',
  }
}
