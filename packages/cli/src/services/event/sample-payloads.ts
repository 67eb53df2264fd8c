import { type ConnectedEvent, type EnterpriseEvent, sampleAutofillCall, sampleRaterCall } from '@mkt/contract/app'
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
        return { title: `autofill ${operation}`, method: 'POST', path, payload: sampleAutofillCall(operation) }
      }),
    ),
    ...externalRaters.map(({ name, path }): Firing => {
      return { title: `rater ${name}`, method: 'POST', path, payload: sampleRaterCall() }
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
