import type { appHeaders, appVariables, healthPath, hookPrefix, lifecycleHooks } from '@mkt/contract/app'

// The published SDK has no dependencies, so the few constants of the wire are written out here;
// their types are the contract's literals, and a difference does not compile.

export const header: typeof appHeaders = {
  key: 'x-mkt-key',
  routeId: 'x-mkt-route',
  tenant: 'x-mkt-tenant',
  requestId: 'x-request-id',
  traceparent: 'traceparent',
  deadlineMs: 'x-mkt-deadline-ms',
  webhookId: 'webhook-id',
  webhookTimestamp: 'webhook-timestamp',
  attempt: 'x-mkt-attempt',
}

export const variable: typeof appVariables = { port: 'MKT_PORT', stateApi: 'MKT_STATE_API', otlp: 'MKT_OTLP' }

export const health: typeof healthPath = '/health'

export const hooksBelow: typeof hookPrefix = '/_app/'

export const hooks: typeof lifecycleHooks = [
  'install',
  'uninstall',
  'start',
  'stop',
  'configure',
  'upgrade',
  'check',
  'erase',
]
