import { z } from 'zod'
import {
  describeEnterprise,
  type EnterpriseStep,
  type EnterpriseWebhook,
  planEnterprise,
} from '../../../domain/registration/plan-enterprise.ts'
import { ownPrefix } from '../../../domain/registration/registration.ts'
import type { Secret } from '../../../lib/secret.ts'
import { boundedList, boundedRecord } from '../bounded.ts'
import { policyBounds } from '../policy-bounds.ts'
import type { PolicyClient } from '../policy-client.ts'
import type { Observation } from '../policy-system.ts'
import { PolicySystemError } from '../policy-system-error.ts'
import { resendEach } from '../resend-each.ts'

const PAGE = 100

const webhook = z.object({
  locator: z.string(),
  name: z.string(),
  enabled: z.boolean().catch(true),
  suspended: z.boolean().optional().catch(undefined),
  eventTypes: boundedList(z.string(), policyBounds.innerItems),
  endpoint: z.object({
    url: z.string(),
    headers: z.preprocess(
      (value) => value ?? {},
      boundedRecord(boundedList(z.string(), policyBounds.innerItems), policyBounds.innerItems),
    ),
    hmacEnabled: z
      .boolean()
      .nullish()
      .transform((value) => value ?? false),
  }),
  failureHandling: z
    .object({ divert: z.boolean().catch(false) })
    .optional()
    .catch(undefined),
})

/** A page may hold no more than was asked for. */
const list = <T extends z.ZodType>(item: T) => z.object({ listCompleted: z.boolean(), items: boundedList(item, PAGE) })
const divertedEvent = z.object({ locator: z.string() })

/** Reads all pages of a list; one that does not end, by pages, items or time, counts as no answer. */
async function readAll<T extends z.ZodType>(
  client: PolicyClient,
  token: Secret,
  path: string,
  item: T,
): Promise<z.output<T>[]> {
  const all: z.output<T>[] = []
  const deadline = AbortSignal.timeout(policyBounds.walkMs)
  const walk = { bytesLeft: policyBounds.walkBytes }
  for (let pages = 0; pages < policyBounds.pages && all.length < policyBounds.items && !deadline.aborted; pages += 1) {
    const page = await client.read(
      { method: 'GET', path: `${path}?offset=${all.length}&count=${PAGE}`, token, walk },
      list(item),
    )
    all.push(...page.items)
    if (page.listCompleted || page.items.length === 0) return all
  }
  throw new PolicySystemError('unavailable', `The list ${path} does not end: ${all.length} items were read`)
}

async function perform(client: PolicyClient, base: string, token: Secret, step: EnterpriseStep): Promise<void> {
  if (step.do === 'create') {
    await client.call({ method: 'POST', path: base, token, body: step.webhook })
    return
  }
  const path = `${base}/${encodeURIComponent(step.locator)}`
  if (step.do === 'unsuspend') {
    await client.call({ method: 'PATCH', path: `${path}/unsuspend`, token })
  } else if (step.do === 'change') {
    const { enabled, addEventTypes, removeEventTypes, addHeaders, removeHeaders } = step
    const body = { enabled, addEventTypes, removeEventTypes, addHeaders, removeHeaders }
    await client.call({ method: 'PATCH', path, token, body })
  } else {
    try {
      await client.call({ method: 'DELETE', path, token })
    } catch (error) {
      // What is gone already needs no step.
      if (!(error instanceof PolicySystemError) || error.trouble !== 'missing') throw error
    }
  }
}

export async function observeEnterprise(client: PolicyClient, tenant: string, token: Secret): Promise<Observation> {
  const base = `/event/${tenant}/webhooks`
  const webhooks: EnterpriseWebhook[] = await readAll(client, token, `${base}/list`, webhook)
  return {
    plan(installationId, wanted, secrets) {
      const optional = new Set(wanted.webhooks.filter((entry) => entry.optional).map(({ name }) => name))
      return planEnterprise(installationId, wanted, secrets, webhooks).map((step) => ({
        words: describeEnterprise(step),
        optional: optional.has(step.do === 'create' ? step.webhook.name : step.name),
        run: () => perform(client, base, token, step),
      }))
    },
    resendDiverted(installationId, isLate) {
      const own = webhooks.filter((item) => item.name.startsWith(ownPrefix(installationId)))
      const lists = own.map(({ locator }) => async () => {
        const path = `${base}/${encodeURIComponent(locator)}/diverted`
        const events = await readAll(client, token, path, divertedEvent)
        return events.map((event) => `${path}/${encodeURIComponent(event.locator)}/resend`)
      })
      return resendEach(client, token, lists, isLate)
    },
  }
}
