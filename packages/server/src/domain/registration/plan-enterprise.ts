import { ownPrefix, type RegistrationSecrets, type WantedRegistration } from './registration.ts'

export interface EnterpriseWebhook {
  locator: string
  name: string
  enabled: boolean
  suspended?: boolean | undefined
  eventTypes: string[]
  endpoint: { url: string; headers: Record<string, string[]>; hmacEnabled: boolean; secret?: string | undefined }
  failureHandling?: Pick<FailureHandling, 'divert'> | undefined
}

export interface FailureHandling {
  triggers: string[]
  retryStrategy?: { type: string; interval: number; attempts: number } | undefined
  divert: boolean
  suspend: boolean
}

/** Retry and divert, so that nothing is lost while we are away. A suspension would only have to be lifted again. */
const KEEP_EVERYTHING: FailureHandling = {
  triggers: ['4xx', '5xx', 'timeout'],
  retryStrategy: { type: 'exponential', interval: 5, attempts: 5 },
  divert: true,
  suspend: false,
}

export type NewEnterpriseWebhook = Omit<EnterpriseWebhook, 'locator' | 'suspended' | 'failureHandling'> & {
  failureHandling: FailureHandling
}

export type EnterpriseStep =
  | { do: 'create'; webhook: NewEnterpriseWebhook }
  | {
      do: 'change'
      locator: string
      name: string
      enabled: boolean
      addEventTypes: string[]
      removeEventTypes: string[]
      addHeaders: Record<string, string[]>
      removeHeaders: string[]
    }
  | { do: 'delete' | 'unsuspend'; locator: string; name: string }

function wantedWebhooks(wanted: WantedRegistration, secrets: RegistrationSecrets): NewEnterpriseWebhook[] {
  return wanted.webhooks.map(({ name, url, events }) => {
    const signed = url.startsWith('https:')
    return {
      name,
      enabled: true,
      eventTypes: events,
      endpoint: {
        url,
        headers: { 'x-MKT-caller': [secrets.callerSecret] },
        hmacEnabled: signed,
        ...(signed ? { secret: secrets.signingSecret } : {}),
      },
      failureHandling: KEEP_EVERYTHING,
    }
  })
}

function missing(from: readonly string[], among: readonly string[]): string[] {
  const known = new Set(among)
  return from.filter((item) => !known.has(item))
}

/** A change in place covers events and headers; another address or failure handling needs a new webhook. */
function needsNew(found: EnterpriseWebhook, want: NewEnterpriseWebhook): boolean {
  return (
    found.endpoint.url !== want.endpoint.url ||
    found.endpoint.hmacEnabled !== want.endpoint.hmacEnabled ||
    found.failureHandling?.divert !== true
  )
}

function changeOf(found: EnterpriseWebhook, want: NewEnterpriseWebhook): EnterpriseStep | null {
  const values = (headers: Record<string, string[]>) =>
    new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.join('\n')]))
  const have = values(found.endpoint.headers)
  const wish = values(want.endpoint.headers)
  const addHeaders = Object.fromEntries(
    Object.entries(want.endpoint.headers).filter(([name, value]) => have.get(name.toLowerCase()) !== value.join('\n')),
  )
  const removeHeaders = Object.keys(found.endpoint.headers).filter(
    (name) => wish.get(name.toLowerCase()) !== have.get(name.toLowerCase()),
  )
  const addEventTypes = missing(want.eventTypes, found.eventTypes)
  const removeEventTypes = missing(found.eventTypes, want.eventTypes)
  const changed = addEventTypes.length + removeEventTypes.length + removeHeaders.length + Object.keys(addHeaders).length
  if (changed === 0 && found.enabled === want.enabled) return null
  const { locator, name } = found
  return {
    do: 'change',
    locator,
    name,
    enabled: want.enabled,
    addEventTypes,
    removeEventTypes,
    addHeaders,
    removeHeaders,
  }
}

/** The steps from what is registered to what is wanted for one installation of the enterprise variant: webhooks only. */
export function planEnterprise(
  installationId: string,
  wanted: WantedRegistration,
  secrets: RegistrationSecrets,
  actual: readonly EnterpriseWebhook[],
): EnterpriseStep[] {
  const own = actual.filter((item) => item.name.startsWith(ownPrefix(installationId)))
  const named = Map.groupBy(own, ({ name }) => name)
  const steps: EnterpriseStep[] = []
  const kept = new Set<string>()
  for (const webhook of wantedWebhooks(wanted, secrets)) {
    const namesakes = named.get(webhook.name) ?? []
    const found = namesakes.find((item) => !needsNew(item, webhook))
    if (!found) {
      // Names are unique, so what stands in the way goes first.
      for (const { locator, name } of namesakes) {
        kept.add(locator)
        steps.push({ do: 'delete', locator, name })
      }
      steps.push({ do: 'create', webhook })
      continue
    }
    kept.add(found.locator)
    const change = changeOf(found, webhook)
    if (change) steps.push(change)
    if (found.suspended === true) steps.push({ do: 'unsuspend', locator: found.locator, name: found.name })
  }
  for (const { locator, name } of own) if (!kept.has(locator)) steps.push({ do: 'delete', locator, name })
  return steps
}

export function describeEnterprise(step: EnterpriseStep): string {
  switch (step.do) {
    case 'create':
      return `webhook ${step.webhook.name} was missing`
    case 'change':
      return `webhook ${step.name} was changed`
    case 'delete':
      return `webhook ${step.name} was left behind`
    case 'unsuspend':
      return `webhook ${step.name} was suspended`
  }
}
