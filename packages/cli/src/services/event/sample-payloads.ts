import type { AutofillRequest, ConnectedEvent, EnterpriseEvent, RaterRequest } from '@mkt/contract/app'
import { type HookName, integrationsOf, type Manifest, type Variant } from '@mkt/manifest'

/** Something that can be fired at the application, to be edited first. */
export interface Firing {
  title: string
  method: 'POST' | 'GET'
  path: string
  payload: unknown
}

/** Everything the manifest declares, with a payload like the policy system's. */
export function firingsOf(manifest: Manifest, variant: Variant, route: string): Firing[] {
  const { webhooks, autofill, externalRaters, hooks } = integrationsOf(manifest, variant)
  return [
    ...webhooks.flatMap(({ path, events }) =>
      events.map((type): Firing => ({ title: type, method: 'POST', path, payload: eventOf(type, variant) })),
    ),
    ...autofill.flatMap(({ path, operations }) =>
      operations.map((operation): Firing => {
        return { title: `autofill ${operation}`, method: 'POST', path, payload: autofillOf(operation) }
      }),
    ),
    ...externalRaters.map(({ name, path }): Firing => {
      return { title: `rater ${name}`, method: 'POST', path, payload: rating }
    }),
    ...hooks.map(({ hook, path }) => hookOf(hook, path, route)),
  ]
}

function eventOf(type: string, variant: Variant): ConnectedEvent | EnterpriseEvent {
  if (variant === 'enterprise') {
    const [locator, requestId, userLocator] = ['01', '02', '03'].map((end) => `01K9ZZZZZZZZZZZZZZZZZZZZ${end}`)
    const data = { quoteLocator: '01K9ZZZZZZZZZZZZZZZZZZZZ04', accountLocator: '01K9ZZZZZZZZZZZZZZZZZZZZ05' }
    return {
      locator: locator ?? '',
      requestId: requestId ?? '',
      userLocator: userLocator ?? '',
      timestamp: '2026-01-01T00:00:00Z',
      type,
      data,
    }
  }
  return {
    id: '11111111-1111-4111-8111-111111111111',
    timestamp: '1767225600000',
    transactionId: '22222222-2222-4222-8222-222222222222',
    username: 'developer',
    type,
    data: type.startsWith('claim') ? { claimLocator: 'CL-1' } : { policyLocator: '100002122' },
  }
}

function autofillOf(operation: string): AutofillRequest {
  const [transaction = 'newBusiness', action = 'create'] = operation.split('.')
  return {
    policyholderLocator: '33333333-3333-4333-8333-333333333333',
    productName: 'personal-auto',
    operation: (transaction === '*' ? 'newBusiness' : transaction) as AutofillRequest['operation'],
    operationType: action === 'update' ? 'update' : 'create',
    updates: {
      policyStartTimestamp: '1767225600000',
      policyEndTimestamp: '1798761600000',
      fieldValues: { channel: ['Direct'] },
      addExposures: [
        { exposureName: 'vehicle', fieldValues: { vin: ['1HGCM82633A004352'] }, fieldGroups: [], perils: [] },
      ],
    },
  }
}

const perils = ['bodily_injury', 'collision']

const rating: RaterRequest = {
  operation: 'new_business',
  policy: {
    locator: '100002122',
    policyholderLocator: '33333333-3333-4333-8333-333333333333',
    productLocator: '44444444-4444-4444-8444-444444444444',
    productName: 'personal-auto',
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

export function hookOf(hook: HookName, path: string | undefined, route: string): Firing {
  if (path === undefined) {
    return {
      title: `hook ${hook}`,
      method: 'GET',
      path: `/_app/${hook}?route=${encodeURIComponent(route)}`,
      payload: null,
    }
  }
  const payload = { hook, route, routeId: 'dev', installationId: 'ins_dev', release: '0.0.0' }
  return { title: `hook ${hook}`, method: 'POST', path, payload }
}
