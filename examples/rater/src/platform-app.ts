// Written by `mkt types` from platform-app.json of acme/rater. Do not edit: write it again after a change.

/** What the manifest declares. Give it to the SDK: `createApp<PlatformApp>({ … })`. */
export interface PlatformApp {
  readonly variant: 'connected'
  readonly settings: {
    /** Rate table: A yearly rate for each peril: a percentage of the insured value, or an amount. The peril * is every other one. */
    readonly rates: readonly { readonly peril: string; readonly percent?: number; readonly amount?: number }[]
    /** Minimum premium of a peril */
    readonly minimum?: number
    /** Factors by postal code */
    readonly territories: 'none' | 'table'
    /** Factor table: The beginning of a postal code and its factor; the longest that fits counts. */
    readonly territoryFactors?: readonly { readonly postalCode: string; readonly factor: number }[]
    /** Surcharge for business use */
    readonly businessUse?: '1' | '1.25' | '1.5'
  }
  readonly mappings: 'value' | 'usage' | 'postalCode'
  readonly webhooks: Record<never, never>
  readonly autofill: never
  readonly raters: '/rate'
  readonly lifecycle: 'check'
}
