import { planAutofill } from './plan-autofill.ts'
import { ownPrefix, type RegistrationSecrets, type WantedRegistration } from './registration.ts'

export interface SecuritySpec {
  hmacEnabled: boolean
  secret?: string | undefined
  secureSSL: boolean
}

export interface ConnectedIntegration {
  name: string
  url: string
  type: 'webhook' | 'data_autofill' | 'external_rater'
  headers: Record<string, string>
  securitySpec?: SecuritySpec | undefined
}

export interface ConnectedWebhook {
  name: string
  integrationName: string
  enabled: boolean
  events: string[]
  suspended?: boolean | undefined
}

export interface AutofillDefinition {
  locator: string
  operation: string
  callSequence: string[]
}

/** Registrations in a tenant of the connected variant, ours and foreign ones. */
export interface ConnectedActual {
  integrations: ConnectedIntegration[]
  webhooks: ConnectedWebhook[]
  autofill: AutofillDefinition[]
}

export type ConnectedStep =
  | { do: 'create-integration' | 'replace-integration'; integration: ConnectedIntegration }
  | { do: 'put-webhook'; webhook: ConnectedWebhook }
  | { do: 'put-autofill'; operation: string; callSequence: string[] }
  | { do: 'delete-autofill'; locator: string; operation: string }
  | { do: 'delete-webhook' | 'delete-integration' | 'unsuspend'; name: string }

/** The integrations an installation needs: one for each entry, because an entry is one address. */
function wantedIntegrations(wanted: WantedRegistration, secrets: RegistrationSecrets): ConnectedIntegration[] {
  const make = (
    type: ConnectedIntegration['type'],
    entry: { name: string; url: string; headers?: Record<string, string> },
  ): ConnectedIntegration => ({
    name: entry.name,
    url: entry.url,
    type,
    headers: { ...entry.headers, 'x-MKT-caller': secrets.callerSecret },
    // The policy system signs only what goes over TLS.
    ...(entry.url.startsWith('https:')
      ? { securitySpec: { hmacEnabled: true, secret: secrets.signingSecret, secureSSL: true } }
      : {}),
  })
  return [
    ...wanted.webhooks.map((entry) => make('webhook', entry)),
    ...wanted.autofill.map((entry) => make('data_autofill', entry)),
    ...wanted.raters.map((entry) => make('external_rater', entry)),
  ]
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const [first, second] = [new Set(a), new Set(b)]
  return first.size === second.size && [...first].every((item) => second.has(item))
}

/** The first one of each name. */
const byName = <Item extends { name: string }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.name, item] as const).reverse())

/** Header names know no case, and a policy system may hand them back in another one. */
const headerLines = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name.toLowerCase()}: ${value}`)

/** The signing secret may be hidden when read back, so only whether signing is on is compared. */
function sameIntegration(a: ConnectedIntegration, b: ConnectedIntegration): boolean {
  return (
    a.url === b.url &&
    a.type === b.type &&
    sameSet(headerLines(a.headers), headerLines(b.headers)) &&
    (a.securitySpec?.hmacEnabled ?? false) === (b.securitySpec?.hmacEnabled ?? false)
  )
}

/**
 * The steps from what is registered to what is wanted for one installation; none when nothing differs. First what is
 * wanted is put in place, then what is ours and no longer wanted goes, users before what they use. Whatever order a crash breaks
 * them off in, planning again from what is then registered leads to the same end. What others registered is never a step.
 */
export function planConnected(
  installationId: string,
  wanted: WantedRegistration,
  secrets: RegistrationSecrets,
  actual: ConnectedActual,
): ConnectedStep[] {
  const prefix = ownPrefix(installationId)
  const integrations = wantedIntegrations(wanted, secrets)
  const found = { integrations: byName(actual.integrations), webhooks: byName(actual.webhooks) }
  const steps: ConnectedStep[] = []
  for (const integration of integrations) {
    const present = found.integrations.get(integration.name)
    if (!present) steps.push({ do: 'create-integration', integration })
    else if (!sameIntegration(present, integration)) steps.push({ do: 'replace-integration', integration })
  }
  for (const { name, events } of wanted.webhooks) {
    const present = found.webhooks.get(name)
    const same = present?.enabled === true && present.integrationName === name && sameSet(present.events, events)
    if (!same) steps.push({ do: 'put-webhook', webhook: { name, integrationName: name, enabled: true, events } })
    if (present?.suspended === true) steps.push({ do: 'unsuspend', name })
  }
  steps.push(...planAutofill(prefix, wanted.autofill, actual.autofill))
  const kept = { integrations: byName(integrations), webhooks: byName(wanted.webhooks) }
  const leftBehind = (name: string, among: ReadonlyMap<string, unknown>) => name.startsWith(prefix) && !among.has(name)
  for (const { name } of actual.webhooks)
    if (leftBehind(name, kept.webhooks)) steps.push({ do: 'delete-webhook', name })
  for (const { name } of actual.integrations)
    if (leftBehind(name, kept.integrations)) steps.push({ do: 'delete-integration', name })
  return steps
}

/** A step in words, as the difference between wanted and found. */
export function describeConnected(step: ConnectedStep): string {
  switch (step.do) {
    case 'create-integration':
      return `integration ${step.integration.name} was missing`
    case 'replace-integration':
      return `integration ${step.integration.name} was changed`
    case 'put-webhook':
      return `webhook ${step.webhook.name} was missing or changed`
    case 'put-autofill':
      return `autofill of ${step.operation} was not as planned`
    case 'delete-autofill':
      return `autofill of ${step.operation} was left behind`
    case 'delete-webhook':
      return `webhook ${step.name} was left behind`
    case 'delete-integration':
      return `integration ${step.name} was left behind`
    case 'unsuspend':
      return `webhook ${step.name} was suspended`
  }
}
