import type { FormGroup, Values } from './form.ts'

/** What a person may do with a quote or a policy, in the order of the buttons. */
export const POLICY_ACTIONS = [
  'price',
  'issue',
  'edit',
  'autofill',
  'endorse',
  'renew',
  'claim',
  'discard',
  'cancel',
] as const
export type PolicyAction = (typeof POLICY_ACTIONS)[number]

/** What a person may do with an endorsement, a renewal and the like, until it is issued. */
export const CHANGE_ACTIONS = ['price', 'issue', 'autofill', 'discard'] as const
export type ChangeAction = (typeof CHANGE_ACTIONS)[number]

export const CLAIM_ACTIONS = ['close', 'submit'] as const
export type ClaimAction = (typeof CLAIM_ACTIONS)[number]

export type BookRow = {
  locator: string
  holder: string
  product: string
  state: string
  start: string
  end: string
  premium: string | null
}

/** A policy as the book finds it; the row and the words are made only where they are needed. */
export type BookEntry = { product: string; state: string; words: () => string; row: () => BookRow }

export type PricedPart = { part: string; peril: string; premium: string }

export type ChangeRow = { locator: string; kind: string; state: string; created: string; premium: string | null }

export type ClaimRow = { locator: string; state: string; incident: string; description: string; actions: ClaimAction[] }

export type PolicyView = {
  row: BookRow
  isQuote: boolean
  currency: string
  priced: PricedPart[]
  pricedBy: string
  contents: FormGroup[]
  actions: PolicyAction[]
  changes: ChangeRow[]
  claims: ClaimRow[]
  /** Locators under which calls and events name this policy. */
  locators: string[]
}

export type Difference = { name: string; label: string; before: string; after: string }

export type ChangeView = ChangeRow & { policyLocator: string; differences: Difference[]; actions: ChangeAction[] }

/** `autofill` and `refill` are the applications that fill in a new quote, and one that is changed. */
export type ProductView = { name: string; title: string; rater: string | null; autofill: string[]; refill: string[] }

export type DeskTenant = {
  /** As addresses name it. */
  name: string
  title: string
  locator: string
  variant: 'connected' | 'enterprise'
  /** The person who acts, as events name them. */
  actor: string
}

/** The policy system as a person uses it: one for each variant, and the pages know no other difference. */
export interface Desk {
  tenant: DeskTenant
  products: () => ProductView[]
  /** Kinds of account a quote may be for; none where there is one kind only. */
  accountTypes: () => string[]
  /** External raters that can be attached to a product. */
  raters: () => string[]
  /** Newest first. */
  book: () => BookEntry[]
  /** `sampled`: required fields hold something to begin with. */
  newForm: (product: string, accountType: string, sampled: boolean) => FormGroup[]
  create: (product: string, accountType: string, values: Values) => Promise<string>
  policy: (locator: string) => PolicyView
  editForm: (locator: string) => FormGroup[]
  update: (locator: string, values: Values) => Promise<void>
  /** The steps that need no form. Answers the locator to go on with, which an issued quote may change. */
  step: (locator: string, action: 'price' | 'issue' | 'autofill' | 'discard' | 'cancel') => Promise<string>
  endorseForm: (locator: string) => FormGroup[]
  /** Begins an endorsement, renewal or cancellation; answers its locator. */
  begin: (locator: string, kind: 'endorse' | 'renew' | 'cancel', values: Values) => Promise<string>
  change: (locator: string) => ChangeView
  changeForms: (locator: string) => FormGroup[]
  changeStep: (locator: string, action: ChangeAction) => Promise<void>
  claim: (policyLocator: string, incident: string, description: string) => void
  claimStep: (locator: string, action: ClaimAction) => string
}
