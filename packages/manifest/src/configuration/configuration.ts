/** Where a product's fields are, by the names of the manifest's mapping fields. */
export interface Mapping {
  productName: string
  fields: Record<string, string>
}

/** What is stored for an installation, without any write-only value. */
export interface StoredConfiguration {
  /** Readable values. */
  settings: Readonly<Record<string, string>>
  /** Settings whose stored value nobody but the application may read, and when it was entered. */
  held: Readonly<Record<string, { updatedAt: string }>>
  mappings: readonly Mapping[]
}

export const emptyConfiguration: StoredConfiguration = { settings: {}, held: {}, mappings: [] }

/** What a revision records about a write-only setting. */
export type SecretMark = 'entered' | 'kept' | 'cleared'

/** A configuration as it is given to be written: whole. */
export interface ConfigurationInput {
  settings?: unknown
  mappings?: unknown
}

/** The schema of the customer's tenant, where it is known: each answers in words what it does not have. */
export interface TenantSchema {
  lacksProduct(productName: string): string | undefined
  lacksPath(path: string): string | undefined
}
