import type { DivertedEvent } from './deliver.ts'

export const PERMISSIONS = ['webhooks', 'read', 'write'] as const

export type PersonalAccessToken = {
  token: string
  userLocator: string
  permissions: (typeof PERMISSIONS)[number][]
  expiresAt: string | null
  revoked: boolean
}

export type DataField = { type: string; displayName: string }

export type DataModel = {
  products: Record<string, { displayName: string; data: Record<string, DataField>; contents: string[] }>
  policyLines: Record<string, { data: Record<string, DataField>; contents: string[] }>
  exposures: Record<string, { data: Record<string, DataField>; contents: string[] }>
  coverages: Record<string, { data: Record<string, DataField> }>
  accounts: Record<string, { data: Record<string, DataField> }>
}

export type FailureHandling = {
  triggers: ('4xx' | '5xx' | 'timeout')[]
  retryStrategy?: { type: 'linear' | 'exponential'; interval: number; attempts: number }
  divert: boolean
  suspend: boolean
}

export type EnterpriseWebhook = {
  locator: string
  name: string
  enabled: boolean
  eventTypes: string[]
  endpoint: { url: string; headers: Record<string, string[]>; hmacEnabled: boolean; secret?: string }
  failureHandling?: FailureHandling
  suspended: boolean
  diverted: DivertedEvent[]
}

export type Stored = { locator: string; createdAt: string; updatedAt: string; data: Record<string, unknown> }

/** A part of a quote or policy: a policy line, an exposure or a coverage, with what lies inside it. */
export type Element = { locator: string; type: string; data: Record<string, unknown>; elements: Element[] }

export type Account = Stored & { type: string; state: string }

export type Quote = Stored & {
  kind: TransactionKind
  productName: string
  accountLocator: string
  policyLocator?: string
  state: string
  elements: Element[]
  premium?: string
}

export type EnterprisePolicy = Stored & {
  productName: string
  accountLocator: string
  status: string
  /** The term; a file of an earlier version has none. */
  startTime?: string
  endTime?: string
  elements: Element[]
  premium?: string
}

/** First notice of loss: a claim as it is reported, before it is worked on. */
export type FirstNotice = Stored & {
  policyLocator: string
  state: 'draft' | 'submitted'
  incidentTime: string
  description: string
}

/** What goes through the same steps from creation to issue. */
export const TRANSACTION_KINDS = ['quote', 'change', 'renewal', 'cancellation', 'reinstatement'] as const

export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

export type EnterpriseTenant = {
  tenantLocator: string
  name: string
  tokens: PersonalAccessToken[]
  dataModel: DataModel
  webhooks: EnterpriseWebhook[]
  accounts: Account[]
  quotes: Quote[]
  policies: EnterprisePolicy[]
  firstNotices: FirstNotice[]
}
