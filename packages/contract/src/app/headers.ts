/** Headers the platform adds to every request it sends to an application. Written as Node shows them: lower case. */
export const appHeaders = {
  /** Opens the state interface for the route this request belongs to. */
  key: 'x-mkt-key',
  routeId: 'x-mkt-route',
  /** Host name of the tenant; for the enterprise variant the tenant locator. */
  tenant: 'x-mkt-tenant',
  requestId: 'x-request-id',
  traceparent: 'traceparent',
  /** Milliseconds the application has to answer; on autofill and rater calls. */
  deadlineMs: 'x-mkt-deadline-ms',
  /** The same on every attempt of one delivery, so that repeats can be told apart from new events. */
  webhookId: 'webhook-id',
  webhookTimestamp: 'webhook-timestamp',
  /** 1 on the first attempt of a delivery. */
  attempt: 'x-mkt-attempt',
} as const

/** The static header a tenant sends to prove that it may call a route. The application never sees it. */
export const callerHeader = 'x-mkt-caller'

/** `1` on a copy of a live call: the answer is compared with that of the live release and not used. */
export const shadowHeader = 'x-MKT-shadow'

/** On a call that the platform itself sends to its gateway to try an installation; signed, and never passed on. */
export const testHeader = 'x-mkt-test'

/** On what the policy system gets instead of the answer of an application that failed: `skipped` or `last`. */
export const fallbackHeader = 'x-MKT-fallback'

/** Revision of the configuration, on answers of the state interface. */
export const revisionHeader = 'x-mkt-revision'
