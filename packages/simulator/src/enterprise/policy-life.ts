import type { Account, EnterprisePolicy, EnterpriseTenant, Quote, TransactionKind } from '../core/enterprise-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { isRecord } from '../lib/body.ts'
import { unknownName } from '../lib/nearest.ts'
import { Refusal, refuse } from '../lib/refusal.ts'
import { newUlid } from '../lib/ulid.ts'
import { changeQuote, type QuoteChange } from './change-quote.ts'
import { checkData, checkQuantities } from './check-elements.ts'
import { productOwner } from './contents.ts'
import { elementLocators, sampleElements } from './elements.ts'
import { emitEnterprise } from './emit.ts'

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

export const YEAR_MS = 365 * 24 * 3_600_000

const emit = (actor: Actor, type: string, data: unknown) =>
  emitEnterprise(actor.simulation, actor.tenant, { type, data, userLocator: actor.userLocator })

function stamps(actor: Actor) {
  const now = actor.simulation.clock()
  const at = new Date(now).toISOString()
  return { locator: newUlid(now), createdAt: at, updatedAt: at }
}

export function createAccount(actor: Actor, type: string, data: unknown): Account {
  const { accounts } = actor.tenant.dataModel
  const model = Object.hasOwn(accounts, type) ? accounts[type] : undefined
  if (!model)
    throw new Refusal(400, 'account_type_unknown', unknownName('The tenant', 'account', type, Object.keys(accounts)))
  refuse(checkData(`The account "${type}"`, model.data, data), 400, 'data_invalid')
  const account: Account = { ...stamps(actor), type, state: 'draft', data: isRecord(data) ? data : {} }
  actor.tenant.accounts.push(account)
  actor.simulation.changed()
  emit(actor, 'policy.account.create', { accountLocator: account.locator })
  return account
}

/** Forgets who an account is of; its policies stay. */
export function anonymizeAccount(actor: Actor, locator: string): Account {
  const account = find(actor.tenant.accounts, locator, 'account')
  account.data = {}
  account.updatedAt = new Date(actor.simulation.clock()).toISOString()
  actor.simulation.changed()
  emit(actor, 'policy.account.anonymize', { accountLocator: locator })
  return account
}

export type NewQuote = QuoteChange & {
  kind: TransactionKind
  productName: string
  accountLocator: string
  /** The policy that a later transaction changes: its elements are the ones to start from. */
  policy?: EnterprisePolicy
}

export function createQuote(actor: Actor, input: NewQuote): Quote {
  const { kind, productName, accountLocator, policy } = input
  const { dataModel } = actor.tenant
  const known = Object.keys(dataModel.products)
  if (!known.includes(productName))
    throw new Refusal(400, 'product_unknown', unknownName('The tenant', 'product', productName, known))
  const before = { data: {}, elements: policy?.elements ?? [] }
  const { data, elements } = changeQuote(dataModel, productName, before, input, locatorOf(actor))
  const bare = !policy && (input.elements === undefined || input.elements === null)
  const quote: Quote = {
    ...stamps(actor),
    ...{ kind, productName, accountLocator, state: 'draft', data },
    ...(policy ? { policyLocator: policy.locator } : {}),
    elements: bare ? sampleElements(dataModel, productOwner(dataModel, productName), locatorOf(actor)) : elements,
  }
  actor.tenant.quotes.push(quote)
  actor.simulation.changed()
  emit(actor, `policy.${kind}.create`, locators(quote))
  return quote
}

const locatorOf = (actor: Actor) => () => newUlid(actor.simulation.clock())

/** What an event says: which things it is about, to be fetched. */
function locators(quote: Quote): Record<string, string | string[]> {
  return {
    [quote.kind === 'quote' ? 'quoteLocator' : 'transactionLocator']: quote.locator,
    accountLocator: quote.accountLocator,
    ...(quote.policyLocator === undefined ? {} : { policyLocator: quote.policyLocator }),
    elementLocators: elementLocators(quote.elements),
  }
}

export function find<T extends { locator: string }>(items: readonly T[], locator: string, what: string): T {
  const found = items.find((item) => item.locator === locator)
  if (!found) throw new Refusal(404, `${what}_unknown`, `No ${what} has the locator "${locator}"`)
  return found
}

export function moveQuote(actor: Actor, locator: string, action: string, change: QuoteChange = {}): Quote {
  const quote = find(actor.tenant.quotes, locator, 'quote')
  const step = TRANSACTION_STEPS[action]
  if (!step?.from.includes(quote.state))
    throw new Refusal(409, 'illegal_step', `A ${quote.kind} that is ${quote.state} cannot ${action}`)
  const { dataModel } = actor.tenant
  const changed = changeQuote(dataModel, quote.productName, quote, change, locatorOf(actor))
  if (action === 'validate') {
    const missing = checkQuantities(dataModel, productOwner(dataModel, quote.productName), changed.elements)
    refuse(missing, 400, 'quote_invalid')
  }
  Object.assign(quote, changed, { state: step.to, updatedAt: new Date(actor.simulation.clock()).toISOString() })
  if (action === 'price') quote.premium = PREMIUM
  if (action === 'issue') issue(actor, quote)
  actor.simulation.changed()
  emit(actor, `policy.${quote.kind}.${action}`, locators(quote))
  if (action === 'issue') {
    const { accountLocator, policyLocator, elements } = quote
    emit(actor, 'policy.status.update', { policyLocator, accountLocator, elementLocators: elementLocators(elements) })
  }
  return quote
}

function issue(actor: Actor, quote: Quote): void {
  const { productName, accountLocator, elements, premium, data } = quote
  const existing = actor.tenant.policies.find((item) => item.locator === quote.policyLocator)
  if (existing) {
    const status = quote.kind === 'cancellation' ? 'cancelled' : 'onRisk'
    const change = { data: { ...existing.data, ...data }, elements, status, updatedAt: quote.updatedAt }
    Object.assign(existing, change, quote.kind === 'renewal' ? { ...nextTerm(actor, existing), premium } : {})
    return
  }
  const policy: EnterprisePolicy = {
    ...stamps(actor),
    ...{ productName, accountLocator, status: 'onRisk', data, elements },
    ...termFrom(actor.simulation.clock()),
    ...(premium === undefined ? {} : { premium }),
  }
  actor.tenant.policies.push(policy)
  quote.policyLocator = policy.locator
}

const termFrom = (start: number) => ({
  startTime: new Date(start).toISOString(),
  endTime: new Date(start + YEAR_MS).toISOString(),
})

/** A renewal begins where the term in force ends. */
function nextTerm(actor: Actor, policy: EnterprisePolicy) {
  return termFrom(policy.endTime === undefined ? actor.simulation.clock() : Date.parse(policy.endTime))
}
