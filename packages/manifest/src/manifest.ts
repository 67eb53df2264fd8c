/** The two policy systems a listing can target. */
export const variants = ['connected', 'enterprise'] as const
export type Variant = (typeof variants)[number]

export const settingTypes = ['Select', 'Text', 'Password', 'Number', 'Boolean', 'Multiline', 'Table', 'File'] as const
export type SettingType = (typeof settingTypes)[number]

/** Types whose values have a form of their own: a value from a time when the setting had another type may not fit. */
const typed = ['Number', 'Boolean', 'Table', 'File'] as const satisfies readonly SettingType[]

export function isTyped(type: SettingType): type is (typeof typed)[number] {
  return (typed as readonly SettingType[]).includes(type)
}

export const hookNames = ['install', 'uninstall', 'start', 'stop', 'configure', 'upgrade', 'check', 'erase'] as const
export type HookName = (typeof hookNames)[number]

export const performancePlans = ['Standard', 'Increased'] as const
export type PerformancePlan = (typeof performancePlans)[number]

export const columnTypes = ['Text', 'Number', 'Boolean'] as const
export type ColumnType = (typeof columnTypes)[number]

/** One column of a Table setting. */
export interface TableColumn {
  name: string
  title: string
  type: ColumnType
  required?: boolean
}

/** What an application may do in the customer's policy system with the token it gets. */
export const tenantAccesses = ['none', 'read', 'write'] as const
export type TenantAccess = (typeof tenantAccesses)[number]

export interface ValueItem {
  text: string
  value: string
}

/** One input of the configuration step. */
export interface Setting {
  name: string
  title: string
  type: SettingType
  hint?: string
  required?: boolean
  sensitive?: boolean
  values?: ValueItem[]
  /** Fills the form only; the server never adds it by itself. */
  default?: string | number | boolean
  placeholder?: string
  maxLength?: number
  /** RE2 syntax; the whole value must match. */
  pattern?: string
  patternMessage?: string
  /** Of a Number. */
  min?: number
  max?: number
  /** Of a Number: what values differ by, counted from `min` or 0. */
  step?: number
  /** Of a Table. */
  columns?: TableColumn[]
  /** Of a File: what the form offers to choose, as name endings (`.pem`) or media types (`image/png`, `image/*`). */
  accept?: string[]
  group?: string
  visibleWhen?: { name: string; equals: string | number | boolean }
}

/** One field of the customer's products that the application wants to know the place of. */
export interface MappingField {
  name: string
  title: string
  required?: boolean
  hint?: string
}

export interface Webhook {
  path: string
  events: string[]
}

export interface Autofill {
  path: string
  operations: string[]
  timeoutMs?: number
}

export interface ExternalRater {
  name: string
  path: string
  headers?: Record<string, string>
  timeoutMs?: number
}

export type LifecycleEntry = HookName | { hook: HookName; path: string }

/** A host the application sends data to: a DNS name, or `*.` and a name for every name below it. */
export interface EgressHost {
  host: string
  port?: number
  purpose: string
  personalData?: boolean
}

/** A host that the customer names: that of the address in a plain Text setting. */
export interface EgressSetting {
  setting: string
  purpose: string
  personalData?: boolean
}

export type EgressEntry = EgressHost | EgressSetting

/** A checked `platform-app.json`. Unknown properties are kept beside these. */
export interface Manifest {
  $schema?: string
  name: string
  version: string
  targetPlatform?: Variant
  performancePlan?: PerformancePlan
  app?: { fields?: Setting[] }
  platform?: {
    fields?: MappingField[]
    webhooks?: Webhook[]
    autofill?: Autofill[]
    externalRaters?: ExternalRater[]
    lifecycle?: LifecycleEntry[]
    public?: string[]
    tenantAccess?: TenantAccess
    /** Where the application sends data. Absent: to any public host. */
    egress?: EgressEntry[]
  }
}

export const limits = {
  manifestBytes: 256 * 1024,
  manifestDepth: 64,
  settings: 100,
  selectItems: 500,
  valueBytes: 8 * 1024,
  configurationBytes: 64 * 1024,
  tableBytes: 1024 * 1024,
  tableRows: 20_000,
  tableColumns: 50,
  fileBytes: 32 * 1024,
  acceptEntries: 20,
  patternCharacters: 200,
  nameCharacters: 128,
  pathCharacters: 512,
  autofillTimeoutMs: 10_000,
  raterTimeoutMs: 20_000,
  egress: 100,
  mappingFields: 500,
  webhooks: 100,
  webhookEvents: 500,
  autofill: 100,
  autofillOperations: 100,
  raters: 100,
  raterHeaders: 100,
  lifecycle: 20,
  publicPaths: 100,
} as const

export const defaults = { autofillTimeoutMs: 5_000, raterTimeoutMs: 10_000 } as const

/** What a container of each plan is guaranteed. */
export const planResources: Readonly<Record<PerformancePlan, { cpu: number; memoryBytes: number }>> = {
  Standard: { cpu: 0.15, memoryBytes: 128 * 1024 * 1024 },
  Increased: { cpu: 0.5, memoryBytes: 512 * 1024 * 1024 },
}

/** The settings of a manifest, in its order. */
export function settingsOf(manifest: Manifest): Setting[] {
  return manifest.app?.fields ?? []
}

/** What an application asks to do in the policy system; everything the token allows where it does not say. */
export function tenantAccessOf(manifest: Manifest): TenantAccess {
  return manifest.platform?.tenantAccess ?? 'write'
}

/** The mapping fields of a manifest, in its order. */
export function mappingFieldsOf(manifest: Manifest): MappingField[] {
  return manifest.platform?.fields ?? []
}
