import { Refusal } from '../lib/refusal.ts'
import { newUlid } from '../lib/ulid.ts'
import type { Simulation } from '../simulation.ts'
import { emitEnterprise } from './emit.ts'
import type { Account, EnterprisePolicy, EnterpriseTenant, Quote, TransactionKind } from './tenant.ts'

export type Actor = { simulation: Simulation; tenant: EnterpriseTenant; userLocator: string }

/** Steps of a quote and of every later transaction: where each may be taken, and where it leads. */
export const TRANSACTION_STEPS: Record<string, { from: readonly string[]; to: string }> = {
  update: { from: ['draft', 'validated', 'priced'], to: 'draft' },
  validate: { from: ['draft'], to: 'validated' },
  price: { from: ['validated'], to: 'priced' },
  underwrite: { from: ['priced'], to: 'underwritten' },
  accept: { from: ['priced', 'underwritten'], to: 'accepted' },
  refuse: { from: ['priced', 'underwritten'], to: 'refused' },
  issue: { from: ['accepted'], to: 'issued' },
  reset: { from: ['validated', 'priced', 'underwritten', 'accepted'], to: 'draft' },
  discard: { from: ['draft', 'validated', 'priced', 'underwritten', 'accepted'], to: 'discarded' },
}

const PREMIUM = '1200.00'

const emit = (actor: Actor, type: string, data: unknown) =>
  emitEnterprise(actor.simulation, actor.tenant, { type, data, userLocator: actor.userLocator })

function stamps(actor: Actor) {
  const now = actor.simulation.clock()
  const at = new Date(now).toISOString()
  return { locator: newUlid(now), createdAt: at, updatedAt: at }
}

export function createAccount(actor: Actor, type: string, data: Record<string, unknown>): Account {
  if (!(type in actor.tenant.dataModel.accounts))
    throw new Refusal(400, 'account_type_unknown', `No account type is named "${type}"`)
  const account: Account = { ...stamps(actor), type, state: 'draft', data }
  actor.tenant.accounts.push(account)
  actor.simulation.changed()
  emit(actor, 'policy.account.create', { accountLocator: account.locator })
  return account
}

export type NewQuote = {
  kind: TransactionKind
  productName: string
  accountLocator: string
  policyLocator?: string
  data: Record<string, unknown>
}

export function createQuote(actor: Actor, input: NewQuote): Quote {
  if (!(input.productName in actor.tenant.dataModel.products))
    throw new Refusal(400, 'product_unknown', `No product is named "${input.productName}"`)
  const quote: Quote = { ...stamps(actor), ...input, state: 'draft' }
  actor.tenant.quotes.push(quote)
  actor.simulation.changed()
  emit(actor, `policy.${quote.kind}.create`, locators(quote))
  return quote
}

function locators(quote: Quote): Record<string, string> {
  return {
    [quote.kind === 'quote' ? 'quoteLocator' : 'transactionLocator']: quote.locator,
    ...(quote.policyLocator === undefined ? {} : { policyLocator: quote.policyLocator }),
  }
}

export function find<T extends { locator: string }>(items: readonly T[], locator: string, what: string): T {
  const found = items.find((item) => item.locator === locator)
  if (!found) throw new Refusal(404, `${what}_unknown`, `No ${what} has the locator "${locator}"`)
  return found
}

export function moveQuote(actor: Actor, locator: string, action: string, data?: Record<string, unknown>): Quote {
  const quote = find(actor.tenant.quotes, locator, 'quote')
  const step = TRANSACTION_STEPS[action]
  if (!step?.from.includes(quote.state))
    throw new Refusal(409, 'illegal_step', `A ${quote.kind} that is ${quote.state} cannot ${action}`)
  quote.state = step.to
  quote.updatedAt = new Date(actor.simulation.clock()).toISOString()
  if (data) quote.data = { ...quote.data, ...data }
  if (action === 'price') quote.premium = PREMIUM
  if (action === 'issue') issue(actor, quote)
  actor.simulation.changed()
  emit(actor, `policy.${quote.kind}.${action}`, locators(quote))
  if (action === 'issue') emit(actor, 'policy.status.update', { policyLocator: quote.policyLocator })
  return quote
}

function issue(actor: Actor, quote: Quote): void {
  const existing = actor.tenant.policies.find((item) => item.locator === quote.policyLocator)
  if (existing) {
    existing.data = { ...existing.data, ...quote.data }
    existing.status = quote.kind === 'cancellation' ? 'cancelled' : 'onRisk'
    existing.updatedAt = quote.updatedAt
    return
  }
  const policy: EnterprisePolicy = {
    ...stamps(actor),
    productName: quote.productName,
    accountLocator: quote.accountLocator,
    status: 'onRisk',
    data: quote.data,
    ...(quote.premium === undefined ? {} : { premium: quote.premium }),
  }
  actor.tenant.policies.push(policy)
  quote.policyLocator = policy.locator
}
