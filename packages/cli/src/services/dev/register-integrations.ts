import { type Integrations, integrationsOf, type Manifest, type Variant } from '@mkt/manifest'
import type { DevTenant } from './dev-tenant.ts'

/** Lets the simulated tenant call the application through the dev gateway. Done again after each change of the manifest. */
export async function registerIntegrations(
  tenant: DevTenant,
  manifest: Manifest,
  variant: Variant,
  gateway: string,
): Promise<void> {
  const integrations = integrationsOf(manifest, variant)
  if (variant === 'enterprise') await registerEnterprise(tenant, integrations, gateway)
  else await registerConnected(tenant, integrations, gateway)
}

async function registerConnected(tenant: DevTenant, wanted: Integrations, gateway: string): Promise<void> {
  await forget(tenant)
  const integrate = (name: string, type: string, path: string) =>
    tenant.administer('POST', '/integrations', { name, type, url: gateway + path })
  for (const [index, { path, events }] of wanted.webhooks.entries()) {
    const name = `dev-webhook-${index}`
    await integrate(name, 'webhook', path)
    await tenant.administer('PUT', '/webhooks', { name, integrationName: name, enabled: true, events })
  }
  const products = await tenant.products()
  const sequences = new Map<string, string[]>()
  for (const [index, { path, operations }] of wanted.autofill.entries()) {
    const name = `dev-autofill-${index}`
    await integrate(name, 'data_autofill', path)
    for (const operation of products.flatMap((product) => operations.map((each) => `${product}.${each}`))) {
      sequences.set(operation, [...(sequences.get(operation) ?? []), name])
    }
  }
  for (const [operation, callSequence] of sequences) {
    await tenant.administer('PUT', '/integrations/autofill', { operation, callSequence })
  }
  for (const [index, { path }] of wanted.externalRaters.entries()) {
    const name = `dev-rater-${index}`
    await integrate(name, 'external_rater', path)
    // Attaching is a person's decision at a customer; here the author wants to see prices.
    if (index > 0) continue
    for (const product of products) await tenant.administer('PATCH', `/products/${product}`, { externalRater: name })
  }
}

async function forget(tenant: DevTenant): Promise<void> {
  const { calls } = await tenant.administer<{ calls: { locator: string }[] }>('GET', '/integrations/autofill')
  for (const { locator } of calls) await tenant.administer('DELETE', `/integrations/autofill/${locator}`)
  for (const name of await tenant.products()) {
    await tenant.administer('PATCH', `/products/${name}`, { externalRater: null })
  }
  const webhooks = await tenant.administer<{ name: string }[] | { webhooks?: { name: string }[] }>('GET', '/webhooks')
  for (const { name } of Array.isArray(webhooks) ? webhooks : (webhooks.webhooks ?? [])) {
    await tenant.administer('DELETE', `/webhooks/${name}`)
  }
  const all = await tenant.administer<{ externalServiceIntegrations: { name: string }[] }>('GET', '/integrations')
  for (const { name } of all.externalServiceIntegrations) await tenant.administer('DELETE', `/integrations/${name}`)
}

async function registerEnterprise(tenant: DevTenant, wanted: Integrations, gateway: string): Promise<void> {
  const base = `/event/${tenant.name}/webhooks`
  const { items } = await tenant.administer<{ items: { locator: string }[] }>('GET', `${base}/list`)
  for (const { locator } of items) await tenant.administer('DELETE', `${base}/${locator}`)
  for (const [index, { path, events }] of wanted.webhooks.entries()) {
    const endpoint = { url: gateway + path }
    await tenant.administer('POST', base, { name: `dev-${index}`, enabled: true, eventTypes: events, endpoint })
  }
}
