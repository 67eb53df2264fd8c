import type {
  AutofillRequest,
  ConnectedEvent,
  EnterpriseEvent,
  Policy,
  Policyholder,
  PolicyUpdates,
  RaterRequest,
  StateRecord,
} from '@mkt/contract/app'

/** A state record of the connected variant with a mapping of the sample product. */
export function sampleState<S extends object = Readonly<Record<string, string>>>(
  changes: Partial<StateRecord<S>> = {},
): StateRecord<S> {
  return {
    settings: {} as S,
    mappings: [{ productName: 'personal-auto', fields: {} }],
    platformApiUrl: 'http://127.0.0.1:9',
    tenantHostName: 'northwind.policy.test',
    token: 'sample-token',
    ...changes,
  }
}

/** An event as the connected variant posts it. */
export function sampleEvent(changes: Partial<ConnectedEvent> = {}): ConnectedEvent {
  return {
    id: '7a1fe0a2-4c1e-4d7c-8a42-3f0f6d6b5a01',
    timestamp: '1767225600000',
    transactionId: 'b3c0a1de-9b0c-4bd1-b9c6-0f1f7e4c2d02',
    username: 'underwriter',
    type: 'policy.issue',
    data: { policyLocator: '100002122' },
    ...changes,
  }
}

/** An event as the enterprise variant posts it. */
export function sampleEnterpriseEvent(changes: Partial<EnterpriseEvent> = {}): EnterpriseEvent {
  return {
    locator: '01KDVMT0000000000000000001',
    requestId: '01KDVMT0000000000000000002',
    userLocator: '01KDVMT0000000000000000003',
    timestamp: '2026-01-01T00:00:00Z',
    type: 'policy.quote.issue',
    data: { quoteLocator: '01KDVMT0000000000000000004', accountLocator: '01KDVMT0000000000000000005' },
    ...changes,
  }
}

/** A policy of the sample product with one vehicle and two perils. */
export function samplePolicy(changes: Partial<Policy> = {}): Policy {
  const term = { policyStartTimestamp: '1767225600000', policyEndTimestamp: '1798761600000' }
  return {
    locator: '100002122',
    policyholderLocator: '5b6a2f0e-0000-4000-8000-000000000001',
    productLocator: '5b6a2f0e-0000-4000-8000-000000000002',
    productName: 'personal-auto',
    createdTimestamp: '1767000000000',
    updatedTimestamp: '1767000000000',
    characteristics: [
      {
        locator: 'policy-characteristics-1',
        ...term,
        fieldValues: { territory: ['north'], driver: ['group-1'] },
        fieldGroupsByLocator: { 'group-1': { fieldName: 'driver', fieldValues: { age: ['41'] } } },
      },
    ],
    exposures: [
      {
        locator: 'exposure-1',
        name: 'vehicle',
        characteristics: [
          {
            locator: 'exposure-characteristics-1',
            fieldValues: { vin: ['1HGCM82633A004352'], year: ['2003'], value: ['18000'] },
            fieldGroupsByLocator: {},
          },
        ],
        perils: ['collision', 'liability'].map((name, index) => ({
          locator: `peril-${index + 1}`,
          name,
          characteristics: [{ locator: `peril-characteristics-${index + 1}`, fieldValues: { limit: ['50000'] } }],
        })),
      },
    ],
    fees: [],
    documents: [],
    invoices: [],
    currency: 'USD',
    ...changes,
  }
}

export function samplePolicyholder(): Policyholder {
  return {
    locator: '5b6a2f0e-0000-4000-8000-000000000001',
    entity: { values: { first_name: ['Ada'], last_name: ['Byron'] } },
  }
}

/** A new policy with one vehicle, before it is stored. */
export function sampleAutofill(updates: PolicyUpdates = {}, changes: Partial<AutofillRequest> = {}): AutofillRequest {
  return {
    policyholderLocator: '5b6a2f0e-0000-4000-8000-000000000001',
    productName: 'personal-auto',
    operation: 'newBusiness',
    operationType: 'create',
    updates: {
      policyStartTimestamp: '1767225600000',
      policyEndTimestamp: '1798761600000',
      fieldValues: { territory: ['north'] },
      addExposures: [
        { exposureName: 'vehicle', fieldValues: { vin: ['1HGCM82633A004352'] }, fieldGroups: [], perils: [] },
      ],
      ...updates,
    },
    ...changes,
  }
}

/** The sample policy with all its perils to be priced. */
export function sampleRating(policy: Policy = samplePolicy(), changes: Partial<RaterRequest> = {}): RaterRequest {
  const policyCharacteristicsLocator = policy.characteristics.at(-1)?.locator ?? ''
  return {
    operation: 'new_business',
    policy,
    policyExposurePerils: policy.exposures.flatMap((exposure) =>
      exposure.perils.map((peril) => ({
        policyCharacteristicsLocator,
        exposureCharacteristicsLocator: exposure.characteristics.at(-1)?.locator ?? '',
        perilCharacteristicsLocator: peril.characteristics.at(-1)?.locator ?? '',
      })),
    ),
    tenantTimeZone: 'America/New_York',
    ...changes,
  }
}
