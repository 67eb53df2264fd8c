import type { EnterprisePolicy, EnterpriseTenant, FirstNotice, Quote } from '../../core/enterprise-tenant.ts'
import { productOwner } from '../../enterprise/contents.ts'
import { find, TRANSACTION_STEPS } from '../../enterprise/policy-life.ts'
import type { ChangeAction, ChangeRow, ChangeView, ClaimRow, PolicyAction, PolicyView } from '../desk.ts'
import { differencesOf } from '../differences.ts'
import type { FormGroup } from '../form.ts'
import { dataFields, elementGroups, spaced } from './element-form.ts'
import { bookRow, isPolicy } from './enterprise-book.ts'

/** A quote, or the policy it became. */
export function findSubject(tenant: EnterpriseTenant, locator: string): Quote | EnterprisePolicy {
  const quote = tenant.quotes.find((one) => one.locator === locator && one.kind === 'quote')
  return quote !== undefined && quote.policyLocator === undefined
    ? quote
    : find(tenant.policies, quote?.policyLocator ?? locator, 'policy')
}

export function subjectForm(
  tenant: EnterpriseTenant,
  one: Pick<Quote, 'productName' | 'data' | 'elements'>,
): FormGroup[] {
  const owner = productOwner(tenant.dataModel, one.productName)
  const title = tenant.dataModel.products[one.productName]?.displayName ?? spaced(one.productName)
  return [
    { title, fields: dataFields(owner.data, 'product', one.data), groups: [] },
    ...elementGroups(tenant.dataModel, owner, one.elements, 'product'),
  ]
}

const may = (quote: Quote, step: string) => TRANSACTION_STEPS[step]?.from.includes(quote.state) === true

/** Pricing validates first, and issuing accepts first: a person sees the two steps that matter. */
function transactionActions(quote: Quote): Exclude<ChangeAction, 'autofill'>[] {
  return [
    ...(may(quote, 'validate') || may(quote, 'price') ? (['price'] as const) : []),
    ...(may(quote, 'accept') || may(quote, 'issue') ? (['issue'] as const) : []),
    ...(may(quote, 'discard') ? (['discard'] as const) : []),
  ]
}

function actionsOf(subject: Quote | EnterprisePolicy): PolicyAction[] {
  if (isPolicy(subject)) return subject.status === 'onRisk' ? ['endorse', 'renew', 'claim', 'cancel'] : ['claim']
  return [...transactionActions(subject), ...(may(subject, 'update') ? (['edit'] as const) : [])]
}

const changeRow = (quote: Quote): ChangeRow => ({
  locator: quote.locator,
  kind: quote.kind,
  state: quote.state,
  created: quote.createdAt,
  premium: quote.premium ?? null,
})

const claimRow = (notice: FirstNotice): ClaimRow => ({
  locator: notice.locator,
  state: notice.state,
  incident: notice.incidentTime.slice(0, 10),
  description: notice.description,
  actions: notice.state === 'draft' ? ['submit'] : [],
})

export function enterprisePolicyView(tenant: EnterpriseTenant, locator: string): PolicyView {
  const subject = findSubject(tenant, locator)
  const row = bookRow(
    tenant,
    subject,
    tenant.accounts.find((one) => one.locator === subject.accountLocator),
  )
  const quotes = isPolicy(subject) ? tenant.quotes.filter((one) => one.policyLocator === subject.locator) : []
  return {
    row,
    isQuote: !isPolicy(subject),
    currency: '',
    priced:
      subject.premium === undefined ? [] : [{ part: row.product, peril: 'Whole policy', premium: subject.premium }],
    pricedBy: 'the policy system itself',
    contents: subjectForm(tenant, subject),
    actions: actionsOf(subject),
    changes: quotes.map(changeRow),
    claims: tenant.firstNotices.filter((one) => one.policyLocator === subject.locator).map(claimRow),
    locators: [subject.locator, ...quotes.map((one) => one.locator)],
  }
}

export function enterpriseChangeView(tenant: EnterpriseTenant, locator: string): ChangeView {
  const quote = find(tenant.quotes, locator, 'quote')
  const policy = find(tenant.policies, quote.policyLocator ?? '', 'policy')
  const changed = { ...quote, data: { ...policy.data, ...quote.data } }
  const differences =
    quote.state === 'issued' ? [] : differencesOf(subjectForm(tenant, policy), subjectForm(tenant, changed))
  return { ...changeRow(quote), policyLocator: policy.locator, differences, actions: transactionActions(quote) }
}
