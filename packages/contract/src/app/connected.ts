/** Milliseconds since the epoch, as the connected variant writes times: a string of digits. */
export type Timestamp = string

/** Every field value is a list of strings, also where the schema allows just one. */
export type FieldValues = Record<string, string[]>

/** What the connected variant posts for an event. `data` is sparse: locators, hardly more. */
export interface ConnectedEvent<Type extends string = string, Data = Record<string, unknown>> {
  id: string
  timestamp: Timestamp
  transactionId: string
  username: string
  type: Type
  data: Data
}

export interface AddFieldGroup {
  fieldName: string
  fieldValues: FieldValues
}

export interface UpdateFieldGroup extends AddFieldGroup {
  fieldGroupLocator: string
}

export interface AddPeril {
  name: string
  fieldValues?: FieldValues
  fieldGroups?: AddFieldGroup[]
  deductible?: string | number
  lumpSumPayment?: string | number
  indemnityPerItem?: string | number
  indemnityPerEvent?: string | number
  indemnityInAggregate?: string | number
}

export interface UpdatePeril extends Omit<AddPeril, 'name' | 'fieldGroups'> {
  perilLocator: string
  addFieldGroups?: AddFieldGroup[]
  updateFieldGroups?: UpdateFieldGroup[]
  removeFieldGroups?: string[]
}

export interface AddExposure {
  exposureName: string
  fieldValues?: FieldValues
  fieldGroups?: AddFieldGroup[]
  perils?: AddPeril[]
}

export interface UpdateExposure {
  exposureLocator: string
  fieldValues?: FieldValues
  addFieldGroups?: AddFieldGroup[]
  updateFieldGroups?: UpdateFieldGroup[]
  removeFieldGroups?: string[]
  addPerils?: AddPeril[]
  updatePerils?: UpdatePeril[]
  removePerils?: string[]
}

/** A pending change of a policy: what an autofill call carries and, in the same shape, answers. */
export interface PolicyUpdates {
  policyStartTimestamp?: Timestamp
  policyEndTimestamp?: Timestamp
  endorsementName?: string
  endorsementEffectiveTimestamp?: Timestamp
  fieldValues?: FieldValues
  addFieldGroups?: AddFieldGroup[]
  updateFieldGroups?: UpdateFieldGroup[]
  removeFieldGroups?: string[]
  addExposures?: AddExposure[]
  updateExposures?: UpdateExposure[]
  removeExposures?: string[]
}

export interface AutofillRequest {
  policyholderLocator: string
  productName: string
  operation: 'newBusiness' | 'endorsement' | 'renewal' | 'reinstatement' | 'cancellation' | 'manual' | 'feeAssessment'
  operationType: 'create' | 'update'
  updates: PolicyUpdates
  policyLocator?: string
  endorsementLocator?: string
  renewalLocator?: string
  quoteLocator?: string
  configVersion?: number
}

/** Merged by the policy system into the pending change. */
export type AutofillAnswer = PolicyUpdates

/** Groups by their locator: with their name, or bare (the group's field then holds the locators as its values). */
export type FieldGroupsByLocator = Record<string, { fieldName: string; fieldValues: FieldValues } | FieldValues>

export interface Characteristics {
  locator: string
  policyStartTimestamp?: Timestamp
  policyEndTimestamp?: Timestamp
  fieldValues?: FieldValues
  fieldGroupsByLocator?: FieldGroupsByLocator
}

export interface PerilCharacteristics extends Characteristics {
  premium?: string
  deductible?: string | number
  lumpSumPayment?: string | number
  indemnityPerItem?: string | number
  indemnityPerEvent?: string | number
  indemnityInAggregate?: string | number
}

export interface Peril {
  locator: string
  name: string
  characteristics: PerilCharacteristics[]
}

export interface Exposure {
  locator: string
  name: string
  characteristics: Characteristics[]
  perils: Peril[]
}

export interface Policy {
  locator: string
  policyholderLocator: string
  productLocator: string
  productName: string
  createdTimestamp: Timestamp
  updatedTimestamp: Timestamp
  issuedTimestamp?: Timestamp
  characteristics: Characteristics[]
  exposures: Exposure[]
  fees?: unknown[]
  documents?: unknown[]
  invoices?: unknown[]
  currency?: string
}

export interface Policyholder {
  locator: string
  entity?: { locator?: string; values?: FieldValues; fieldGroupsByLocator?: FieldGroupsByLocator }
  [other: string]: unknown
}

/** One peril to be priced, by the three characteristics it stands on. */
export interface PerilToPrice {
  policyCharacteristicsLocator: string
  exposureCharacteristicsLocator: string
  perilCharacteristicsLocator: string
}

export interface RaterRequest {
  operation: 'new_business' | 'endorsement' | 'renewal' | 'reinstatement'
  policy: Policy
  policyExposurePerils: PerilToPrice[]
  tenantTimeZone: string
  endorsementLocator?: string
  renewalLocator?: string
  quoteLocator?: string
}

/** Exactly one of the three premiums is given. */
export interface PerilPrice {
  premium?: string | number
  yearlyPremium?: string | number
  exactPremium?: string | number
  technicalPremium?: string | number
  commissions?: unknown[]
}

/** Every listed peril must be priced. */
export interface RaterAnswer {
  pricedPerilCharacteristics: Record<string, PerilPrice>
}
