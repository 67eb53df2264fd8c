import {
  type Context,
  type EnterpriseResource,
  mappingOf,
  type PolicyEvent,
  PolicySystemError,
  readEnterpriseField,
} from '@mkt/sdk'

/** What a line says about the thing that is insured, as far as the customer mapped it. */
export interface Insured {
  readonly subject?: unknown[]
  readonly holder?: unknown[]
}

/**
 * Reads the mapped fields from the quote or policy that the event is about. The mapping depends on the product, and the
 * event does not name it, so the quote or policy is read first. A policy system that is away makes this throw: the event
 * is then answered with 503 and delivered again.
 */
export async function readInsured(event: PolicyEvent, context: Context): Promise<Insured> {
  const record = await context.settings()
  if (!record.mappings.some(({ fields }) => Object.keys(fields).length > 0)) return {}
  const resource = await find(context, event.data)
  if (!resource) return {}
  const mapping = mappingOf(record, String(resource.productName))
  const insured: { subject?: unknown[]; holder?: unknown[] } = {}
  if (mapping.subject) insured.subject = readEnterpriseField(resource, mapping.subject)
  if (mapping.holder && record.settings.detail === 'people') {
    const account = await read(context, 'accounts', resource.accountLocator)
    if (account) insured.holder = readEnterpriseField(account, mapping.holder)
  }
  return insured
}

async function find(context: Context, data: PolicyEvent['data']): Promise<EnterpriseResource | undefined> {
  return (await read(context, 'quotes', data.quoteLocator)) ?? (await read(context, 'policies', data.policyLocator))
}

/** Undefined for what is not there: a line is written anyway. */
async function read(
  context: Context,
  kind: 'quotes' | 'policies' | 'accounts',
  locator: unknown,
): Promise<EnterpriseResource | undefined> {
  if (typeof locator !== 'string') return undefined
  try {
    return await (await context.policySystem()).resource(kind, locator)
  } catch (error) {
    if (error instanceof PolicySystemError && error.status === 404) return undefined
    throw error
  }
}
