import { z } from 'zod'
import {
  type ConnectedActual,
  type ConnectedStep,
  describeConnected,
  planConnected,
} from '../../../domain/registration/plan-connected.ts'
import { ownPrefix, withProducts } from '../../../domain/registration/registration.ts'
import { registrationExcess } from '../../../domain/registration/registration-size.ts'
import { SYSTEM_PRODUCT } from '../../../domain/tenant/mapping-schema.ts'
import type { Secret } from '../../../lib/secret.ts'
import { boundedList, boundedRecord } from '../bounded.ts'
import { policyBounds } from '../policy-bounds.ts'
import type { PolicyClient } from '../policy-client.ts'
import type { Observation } from '../policy-system.ts'
import { PolicySystemError } from '../policy-system-error.ts'
import { resendEach } from '../resend-each.ts'

const { items, innerItems } = policyBounds

const integration = z.object({
  name: z.string(),
  url: z.string(),
  type: z.enum(['webhook', 'data_autofill', 'external_rater']).catch('webhook'),
  headers: z.preprocess((value) => value ?? {}, boundedRecord(z.string(), innerItems)),
  securitySpec: z
    .object({ hmacEnabled: z.boolean().catch(false), secureSSL: z.boolean().catch(true) })
    .nullish()
    .transform((value) => value ?? undefined),
})
const integrations = z.object({ externalServiceIntegrations: boundedList(integration, items) })

/** Some lists come alone, or inside of an object. */
const alone = <List extends z.ZodType>(name: string, list: List) =>
  z.preprocess((value) => (Array.isArray(value) ? value : (Object(value) as Record<string, unknown>)[name]), list)

const webhook = z.object({
  name: z.string(),
  integrationName: z.string(),
  enabled: z.boolean().catch(true),
  events: boundedList(z.string(), innerItems),
  suspended: z.boolean().optional().catch(undefined),
})
const webhooks = alone('webhooks', boundedList(webhook, items))

const callSequence = boundedList(z.string(), innerItems)
const definition = z.object({ locator: z.string(), operation: z.string(), callSequence })
const calls = z.object({ calls: boundedList(definition, items) })
const products = boundedList(z.object({ name: z.string() }), items)
const diverted = alone('diverted', boundedList(z.object({ transactionId: z.string() }), items))

async function perform(client: PolicyClient, token: Secret, step: ConnectedStep): Promise<void> {
  const name = (text: string) => encodeURIComponent(text)
  switch (step.do) {
    case 'create-integration':
      await client.call({ method: 'POST', path: '/integrations', token, body: step.integration })
      return
    case 'replace-integration': {
      const path = `/integrations/${name(step.integration.name)}`
      await client.call({ method: 'PUT', path, token, body: step.integration })
      return
    }
    case 'put-webhook':
      await client.call({ method: 'PUT', path: '/webhooks', token, body: step.webhook })
      return
    case 'put-autofill': {
      const { operation, callSequence } = step
      await client.call({ method: 'PUT', path: '/integrations/autofill', token, body: { operation, callSequence } })
      return
    }
    case 'delete-autofill':
      return remove(client, token, `/integrations/autofill/${name(step.locator)}`)
    case 'delete-webhook':
      return remove(client, token, `/webhooks/${name(step.name)}`)
    case 'delete-integration':
      return remove(client, token, `/integrations/${name(step.name)}`)
    case 'unsuspend':
      await client.call({ method: 'PATCH', path: `/webhooks/${name(step.name)}/unsuspend`, token })
  }
}

/** What is gone already needs no step. */
async function remove(client: PolicyClient, token: Secret, path: string): Promise<void> {
  try {
    await client.call({ method: 'DELETE', path, token })
  } catch (error) {
    if (!(error instanceof PolicySystemError) || error.trouble !== 'missing') throw error
  }
}

export async function observeConnected(client: PolicyClient, token: Secret): Promise<Observation> {
  const actual: ConnectedActual = {
    integrations: (await client.read({ method: 'GET', path: '/integrations', token }, integrations))
      .externalServiceIntegrations,
    webhooks: await client.read({ method: 'GET', path: '/webhooks', token }, webhooks),
    autofill: (await client.read({ method: 'GET', path: '/integrations/autofill', token }, calls)).calls,
  }
  const deployed = (await client.read({ method: 'GET', path: '/products/', token }, products))
    .map((product) => product.name)
    .filter((product) => product !== SYSTEM_PRODUCT)
  return {
    plan(installationId, wanted, secrets) {
      const products = wanted.everyProduct ? deployed.length : 1
      const excess = registrationExcess(wanted, { products, areMapped: !wanted.everyProduct })
      if (excess !== undefined) throw new PolicySystemError('refused', excess)
      return planConnected(installationId, withProducts(wanted, deployed), secrets, actual).map((step) => ({
        words: describeConnected(step),
        run: () => perform(client, token, step),
      }))
    },
    resendDiverted(installationId, isLate) {
      const own = actual.webhooks.filter((item) => item.name.startsWith(ownPrefix(installationId)))
      const lists = own.map(({ name }) => async () => {
        const path = `/webhooks/${encodeURIComponent(name)}/diverted`
        const events = await client.read({ method: 'GET', path, token }, diverted)
        return events.map((event) => `${path}/${encodeURIComponent(event.transactionId)}/resend`)
      })
      return resendEach(client, token, lists, isLate)
    },
  }
}
