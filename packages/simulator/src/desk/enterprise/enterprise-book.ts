import type { Account, Element, EnterprisePolicy, EnterpriseTenant, Quote } from '../../core/enterprise-tenant.ts'
import type { BookEntry, BookRow } from '../desk.ts'
import { rememberWords } from '../remember-words.ts'

const texts = (data: Record<string, unknown> | undefined) => Object.values(data ?? {}).map(String)

const deepTexts = (elements: readonly Element[]): string[] =>
  elements.flatMap(({ data, elements: inner }) => [...texts(data), ...deepTexts(inner)])

export function accountName(account: Account | undefined): string {
  const { firstName, lastName, legalName } = account?.data ?? {}
  const given = [firstName, lastName].filter((one) => typeof one === 'string' && one !== '').join(' ')
  return given || (typeof legalName === 'string' ? legalName : '') || 'Unknown'
}

export const isPolicy = (one: Quote | EnterprisePolicy): one is EnterprisePolicy => 'status' in one

export function bookRow(
  tenant: EnterpriseTenant,
  one: Quote | EnterprisePolicy,
  account: Account | undefined,
): BookRow {
  return {
    locator: one.locator,
    holder: accountName(account),
    product: tenant.dataModel.products[one.productName]?.displayName ?? one.productName,
    state: isPolicy(one) ? one.status : one.state,
    start: (isPolicy(one) ? one.startTime : undefined)?.slice(0, 10) ?? '',
    end: (isPolicy(one) ? one.endTime : undefined)?.slice(0, 10) ?? '',
    premium: one.premium ?? null,
  }
}

function words(one: Quote | EnterprisePolicy, account: Account | undefined): string {
  const own = [...texts(one.data), ...deepTexts(one.elements)]
  return [one.locator, accountName(account), ...texts(account?.data), ...own].join('\n')
}

/** Policies, and quotes that are none yet; what was created last comes first. */
export function enterpriseBook(tenant: EnterpriseTenant): BookEntry[] {
  const accounts = new Map(tenant.accounts.map((one) => [one.locator, one]))
  const quotes = tenant.quotes.filter(({ kind, policyLocator }) => kind === 'quote' && policyLocator === undefined)
  return [...quotes.toReversed(), ...tenant.policies.toReversed()].map((one) => {
    const account = accounts.get(one.accountLocator)
    return {
      product: one.productName,
      state: isPolicy(one) ? one.status : one.state,
      words: () => rememberWords(one, `${one.updatedAt} ${account?.updatedAt}`, () => words(one, account)),
      row: () => bookRow(tenant, one, account),
    }
  })
}
