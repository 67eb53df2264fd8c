export type Variant = 'connected' | 'enterprise'
export type Role = 'owner' | 'admin' | 'developer' | 'viewer'

export interface Page<Item> {
  items: Item[]
  next: string | null
}

export interface Person {
  id: string
  email: string
  name: string
  platformRole: 'moderator' | 'operator' | null
}

export interface OrganizationOfPerson {
  id: string
  name: string
  title: string
  role: Role
}

export interface Me {
  person: Person | null
  organizations: OrganizationOfPerson[]
}

export type ListingState = 'DRAFT' | 'VERIFIED' | 'PUBLIC' | 'SUSPENDED' | 'RETIRED'

export interface Listing {
  id: string
  name: string
  title: string
  variant: Variant
  state: ListingState | null
  summary?: string | null
  about?: string | null
  requirements?: string | null
  organization?: { id: string; name: string } | null
  organizationId?: string
  createdAt?: string
  updatedAt?: string
  currentRelease?: { id: string; version: string } | null
  promotedRelease?: { id: string; version: string } | null
  suspendedReason?: string | null
}

export type ReleaseState = 'UPLOADED' | 'CHECKED' | 'REJECTED' | 'LIVE' | 'SUPERSEDED' | 'FAILED'

export interface Problem {
  rule: string
  pointer: string
  message: string
  severity?: 'error' | 'warning'
  fix?: string
  line?: number
  column?: number
}

export interface Release {
  id: string
  version: string
  state: ReleaseState
  imageDigest: string
  problems: Problem[]
  approved?: boolean
  promotedAt?: string | null
  manifest?: ManifestJson
  createdAt?: string
  reason?: string | null
  listingId?: string
}

export interface SettingJson {
  name: string
  title: string
  type: 'Select' | 'Text' | 'Password'
  hint?: string
  required?: boolean
  sensitive?: boolean
  values?: { text: string; value: string }[]
  default?: string
  placeholder?: string
  maxLength?: number
  pattern?: string
  patternMessage?: string
  group?: string
  visibleWhen?: { name: string; equals: string }
}

export interface MappingFieldJson {
  name: string
  title: string
  required?: boolean
  hint?: string
}

export interface ManifestJson {
  name: string
  version: string
  targetPlatform?: Variant
  performancePlan?: 'Standard' | 'Increased'
  app?: { fields?: SettingJson[] }
  platform?: {
    fields?: MappingFieldJson[]
    webhooks?: { path: string; events: string[] }[]
    autofill?: { path: string; operations: string[]; timeoutMs?: number }[]
    externalRaters?: { name: string; path: string; headers?: Record<string, string>; timeoutMs?: number }[]
    lifecycle?: (string | { hook: string; path: string })[]
    public?: string[]
  }
}

export type ReviewState = 'OPEN' | 'APPROVED' | 'CHANGES_REQUESTED' | 'WITHDRAWN'

export interface Review {
  id: string
  state: ReviewState
  reason?: string | null
  createdAt?: string
  decidedAt?: string | null
  listing?: { id: string; name: string } | null
  listingId?: string
  release?: { id: string; version: string } | null
  releaseId?: string
}

export interface CredentialMark {
  set: boolean
  updatedAt?: string | null
  lastFailedAt?: string | null
}

export interface Tenant {
  id: string
  name: string
  variant: Variant
  apiUrl: string
  hostName?: string | null
  tenantLocator?: string | null
  credentials: { integration?: CredentialMark; data?: CredentialMark; token?: CredentialMark }
  createdAt?: string
}

export type InstallationState =
  | 'PENDING'
  | 'STARTING'
  | 'REGISTERING'
  | 'RUNNING'
  | 'STOPPING'
  | 'STOPPED'
  | 'UNINSTALLING'
  | 'UNINSTALLED'
  | 'ERROR'

export interface Installation {
  id: string
  routeId: string
  endpoint: string
  state: InstallationState
  reason: string | null
  release: { id: string; version: string }
  listing: { id: string; name: string }
  tenant?: { id: string; name: string } | null
  tenantId?: string
  revision: number
  test: boolean
  pinned?: boolean
  paused?: boolean | null
  lastFailure?: { operation: string; reason: string; at: string } | null
  offer?: { releaseId: string; version: string; reason: string; problems: Problem[] } | null
  createdAt?: string
}

export type SettingReadBack = string | { set: boolean; updatedAt?: string }
export interface Mapping {
  productName: string
  fields: Record<string, string>
}

export interface Configuration {
  revision: number
  settings: Record<string, SettingReadBack>
  mappings: Mapping[]
}

export type DeliveryState = 'WAITING' | 'DELIVERED' | 'DEAD' | 'PAUSED'

export interface Attempt {
  at: string
  status: number | null
  durationMs: number | null
  error: string | null
  answer?: string | null
}

export interface Delivery {
  id: string
  eventId: string
  type: string | null
  path: string
  state: DeliveryState
  attemptCount: number
  nextAttemptAt: string | null
  lastStatus: number | null
  receivedAt?: string
  createdAt?: string
  reason?: string | null
  attempts?: Attempt[]
}
