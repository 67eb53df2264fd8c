import type { Claim, Endorsement, Policy, Policyholder } from './connected-policy.ts'
import type { DivertedEvent } from './deliver.ts'

export type Role = 'admin' | 'user' | 'reader'

export type User = { username: string; password: string; role: Role; wrongPasswords: number; locked: boolean }

export type Client = { clientId: string; clientSecret: string }

export type Field = {
  name: string
  title: string
  type: 'string' | 'number' | 'select' | 'date' | 'email' | 'media' | 'group'
  optional?: boolean
  values?: string[]
  fields?: Field[]
}

export type Peril = { name: string; displayName: string; fields: Field[] }

export type Exposure = { name: string; displayName: string; fields: Field[]; perils: Peril[] }

export type Product = {
  name: string
  displayName: string
  /** Name of an integration of type external_rater; a person at the customer sets it. */
  externalRater?: string
  policyConfiguration: { fields: Field[]; exposures: Exposure[] }
}

export const INTEGRATION_TYPES = ['webhook', 'data_autofill', 'external_rater'] as const

export type SecuritySpec = { hmacEnabled: boolean; secret?: string; secureSSL: boolean }

export type Integration = {
  name: string
  url: string
  type: (typeof INTEGRATION_TYPES)[number]
  headers: Record<string, string>
  tenantLocator: string
  securitySpec?: SecuritySpec
}

export type Webhook = {
  name: string
  integrationName: string
  displayName?: string
  enabled: boolean
  events: string[]
  suspended: boolean
  failuresInARow: number
  diverted: DivertedEvent[]
}

export type AutofillDefinition = { locator: string; operation: string; callSequence: string[] }

export type ConnectedTenant = {
  hostName: string
  tenantLocator: string
  timeZone: string
  currency: string
  users: User[]
  clients: Client[]
  products: Product[]
  policyholderFields: Field[]
  integrations: Integration[]
  webhooks: Webhook[]
  autofill: AutofillDefinition[]
  policyholders: Policyholder[]
  policies: Policy[]
  endorsements: Endorsement[]
  claims: Claim[]
  nextPolicyNumber: number
}
