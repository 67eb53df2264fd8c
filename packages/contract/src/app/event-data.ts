import type { ConnectedEventName, EnterpriseEventName } from './event-names.ts'

/**
 * What `data` of an event holds, by what the event is about: `has` is always there, `may` where it applies. Everything
 * else about the thing is fetched from the policy system.
 */
interface DataShape {
  readonly has: readonly string[]
  readonly may: readonly string[]
}

export const connectedEventData = {
  policy: { has: ['policyLocator'], may: ['endorsementLocator', 'renewalLocator', 'cancellationLocator'] },
  'policy.quote': { has: ['policyLocator'], may: ['quoteLocator'] },
  'policy.reinstatement': { has: ['policyLocator'], may: ['reinstatementLocator'] },
  endorsement: { has: ['policyLocator', 'endorsementLocator'], may: [] },
  renewal: { has: ['policyLocator', 'renewalLocator'], may: [] },
  cancellation: { has: ['policyLocator'], may: ['cancellationLocator'] },
  reinstatement: { has: ['policyLocator'], may: ['reinstatementLocator'] },
  invoice: { has: [], may: ['policyLocator', 'invoiceLocator'] },
  payment: { has: [], may: ['policyLocator', 'invoiceLocator', 'paymentLocator'] },
  claim: { has: [], may: ['claimLocator', 'policyLocator'] },
  subClaim: { has: [], may: ['claimLocator', 'subClaimLocator', 'policyLocator'] },
} as const satisfies Record<string, DataShape>

const transaction = {
  has: [],
  may: ['transactionLocator', 'accountLocator', 'policyLocator', 'elementLocators'],
} as const

export const enterpriseEventData = {
  'policy.account': { has: ['accountLocator'], may: [] },
  'policy.quote': { has: ['quoteLocator'], may: ['accountLocator', 'policyLocator', 'elementLocators'] },
  'policy.change': transaction,
  'policy.renewal': transaction,
  'policy.cancellation': transaction,
  'policy.reinstatement': transaction,
  'policy.status': { has: ['policyLocator'], may: ['accountLocator', 'elementLocators'] },
  'billing.invoice': { has: [], may: ['invoiceLocator', 'accountLocator', 'policyLocator'] },
  'billing.payment': { has: [], may: ['paymentLocator', 'accountLocator', 'policyLocator'] },
  'billing.delinquency': { has: [], may: ['delinquencyLocator', 'accountLocator', 'policyLocator'] },
  document: { has: [], may: ['documentLocator', 'referenceLocator'] },
  'claim.fnol': { has: [], may: ['fnolLocator', 'policyLocator'] },
} as const satisfies Record<string, DataShape>

/** What an event is about: the longest of these that its name begins with. */
export function aboutOf(shapes: Readonly<Record<string, DataShape>>, name: string): DataShape | undefined {
  const [about] = Object.keys(shapes)
    .filter((one) => name.startsWith(`${one}.`))
    .sort((one, other) => other.length - one.length)
  return about === undefined ? undefined : shapes[about]
}

type ConnectedAbout<Name> = Name extends `policy.quote.${string}`
  ? 'policy.quote'
  : Name extends `policy.reinstatement.${string}`
    ? 'policy.reinstatement'
    : Name extends `${infer About}.${string}`
      ? About & keyof typeof connectedEventData
      : never

type EnterpriseAbout<Name> = Name extends `document.${string}`
  ? 'document'
  : Name extends `${infer First}.${infer Second}.${string}`
    ? `${First}.${Second}` & keyof typeof enterpriseEventData
    : never

type Value<Key> = Key extends 'elementLocators' ? readonly string[] : string

type DataOf<Shape> = Shape extends { has: readonly (infer Has)[]; may: readonly (infer May)[] }
  ? { readonly [Key in Has & string]: Value<Key> } & { readonly [Key in May & string]?: Value<Key> }
  : never

/** `data` of an event of the connected variant. */
export type ConnectedEventData<Name extends ConnectedEventName> = DataOf<
  (typeof connectedEventData)[ConnectedAbout<Name>]
>

/** `data` of an event of the enterprise variant. */
export type EnterpriseEventData<Name extends EnterpriseEventName> = DataOf<
  (typeof enterpriseEventData)[EnterpriseAbout<Name>]
>
