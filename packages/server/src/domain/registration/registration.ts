import { createHash } from 'node:crypto'
import { type Integrations, type Mapping, policyholders, type Variant } from '@mkt/manifest'
import { REPORTS_PATH } from '../route/route-path.ts'
import { anonymizeEvent } from '../tenant/anonymize-event.ts'

interface WantedWebhook {
  name: string
  url: string
  events: string[]
  /** The platform's own: a policy system that declines it declines nothing else. */
  optional?: true
}

/**
 * What an installation wants registered in its tenant. Addresses are paths at the gateway, because the gateway may move; they are
 * completed when the tenant is looked at.
 */
export interface WantedRegistration {
  webhooks: WantedWebhook[]
  autofill: { name: string; url: string; operations: string[] }[]
  raters: { name: string; url: string; headers: Record<string, string> }[]
  /** Autofill is meant for every product of the tenant, so `operations` is completed when its products are known. */
  everyProduct: boolean
}

/** Secrets of a registration: the caller secret, and the signing secret. */
export interface RegistrationSecrets {
  callerSecret: string
  signingSecret: string
}

export const EMPTY_REGISTRATION: WantedRegistration = { webhooks: [], autofill: [], raters: [], everyProduct: false }

/** Everything of one installation begins so; what others registered never does. */
export function ownPrefix(installationId: string): string {
  return `mkt-${installationId.slice(installationId.lastIndexOf('_') + 1)}-`
}

function nameOf(installationId: string, kind: string, path: string, taken: Set<string>): string {
  const digest = createHash('sha256').update(path).digest('hex').slice(0, 8)
  const base = `${ownPrefix(installationId)}${kind}-${digest}`
  let name = base
  for (let count = 2; taken.has(name); count += 1) name = `${base}-${count}`
  taken.add(name)
  return name
}

/** The name an administrator gives to a product to attach the rater. */
export function raterName(installationId: string, name: string): string {
  return `${ownPrefix(installationId)}rater-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
}

/** The products autofill is registered for: those the customer mapped. */
export function mappedProducts(mappings: readonly Pick<Mapping, 'productName'>[]): string[] {
  return [...new Set(mappings.map((mapping) => mapping.productName))].filter((name) => name !== policyholders)
}

/** Decides what an installation has registered, from its manifest's integrations and the customer's mappings. */
export function wantedRegistration(input: {
  installationId: string
  variant: Variant
  routeId: string
  integrations: Integrations
  hasMappingFields: boolean
  mappings: readonly Pick<Mapping, 'productName'>[]
}): WantedRegistration {
  const { installationId, integrations, routeId } = input
  const taken = new Set<string>()
  const webhooks = integrations.webhooks
    .filter((webhook) => webhook.events.length > 0)
    .map(({ path, events }) => ({
      name: nameOf(installationId, 'webhook', path, taken),
      url: `/${routeId}${path}`,
      events,
    }))
  // Only the connected variant knows autofill and raters.
  if (input.variant === 'enterprise') return { ...EMPTY_REGISTRATION, webhooks }
  const products = input.hasMappingFields ? mappedProducts(input.mappings) : []
  return {
    webhooks,
    autofill: integrations.autofill.map(({ path, operations }) => ({
      name: nameOf(installationId, 'autofill', path, taken),
      url: `/${routeId}${path}`,
      operations: input.hasMappingFields
        ? products.flatMap((product) => operations.map((operation) => `${product}.${operation}`))
        : operations,
    })),
    raters: integrations.externalRaters.map(({ name, path, headers }) => ({
      name: raterName(installationId, name),
      url: `/${routeId}${path}`,
      headers,
    })),
    everyProduct: !input.hasMappingFields,
  }
}

/**
 * Adds the webhook by which the platform itself hears of anonymized accounts. It asks for nothing where an application of the
 * installation has the event: that one is heard on its way.
 */
export function withReports(
  wanted: WantedRegistration,
  { installationId, routeId }: { installationId: string; routeId: string },
): WantedRegistration {
  if (wanted.webhooks.some(({ events }) => events.includes(anonymizeEvent))) return wanted
  return {
    ...wanted,
    webhooks: [
      ...wanted.webhooks,
      {
        name: `${ownPrefix(installationId)}reports`,
        url: `/${routeId}${REPORTS_PATH}`,
        events: [anonymizeEvent],
        optional: true,
      },
    ],
  }
}

/** Completes operations that are meant for every product with the products that are there. */
export function withProducts(wanted: WantedRegistration, products: readonly string[]): WantedRegistration {
  if (!wanted.everyProduct) return wanted
  return {
    ...wanted,
    everyProduct: false,
    autofill: wanted.autofill.map((entry) => ({
      ...entry,
      operations: products.flatMap((product) => entry.operations.map((operation) => `${product}.${operation}`)),
    })),
  }
}

/** The same with whole addresses, at the gateway's present one. */
export function atGateway(wanted: WantedRegistration, gatewayUrl: string): WantedRegistration {
  const complete = <Entry extends { url: string }>(entry: Entry): Entry => ({
    ...entry,
    url: `${gatewayUrl}${entry.url}`,
  })
  return {
    ...wanted,
    webhooks: wanted.webhooks.map(complete),
    autofill: wanted.autofill.map(complete),
    raters: wanted.raters.map(complete),
  }
}
