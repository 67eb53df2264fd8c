/** Shapes of policy data in the connected variant. Times are strings of milliseconds since the epoch. */

export type FieldValues = Record<string, string[]>

export type FieldGroup = { fieldName: string; fieldValues: FieldValues; fieldGroupLocator?: string }

export type PerilInput = {
  name: string
  fieldValues?: FieldValues
  deductible?: number
  lumpSumPayment?: number
  indemnityPerItem?: number
  indemnityPerEvent?: number
  indemnityInAggregate?: number
}

export type ExposureInput = {
  exposureName: string
  fieldValues: FieldValues
  fieldGroups: FieldGroup[]
  perils: PerilInput[]
}

export type ExposureUpdate = {
  exposureLocator: string
  fieldValues?: FieldValues
  addFieldGroups?: FieldGroup[]
  updateFieldGroups?: FieldGroup[]
  removeFieldGroups?: string[]
  addPerils?: PerilInput[]
  updatePerils?: (Partial<PerilInput> & { perilLocator: string })[]
  removePerils?: string[]
}

/** A pending change: what autofill is shown, and what its answer is merged into. */
export type Updates = {
  policyStartTimestamp?: string
  policyEndTimestamp?: string
  endorsementName?: string
  endorsementEffectiveTimestamp?: string
  fieldValues?: FieldValues
  addFieldGroups?: FieldGroup[]
  updateFieldGroups?: FieldGroup[]
  removeFieldGroups?: string[]
  addExposures?: ExposureInput[]
  updateExposures?: ExposureUpdate[]
  removeExposures?: string[]
}

export type FieldGroupsByLocator = Record<string, { fieldName: string; fieldValues: FieldValues }>

export type Characteristics = { locator: string; fieldValues: FieldValues; fieldGroupsByLocator: FieldGroupsByLocator }

export type PolicyCharacteristics = Characteristics & {
  policyStartTimestamp: string
  policyEndTimestamp: string
  /** Since when these characteristics count: the start of the term, or the effective time of the last endorsement. */
  startTimestamp?: string
}

export type PerilCharacteristics = {
  locator: string
  fieldValues: FieldValues
  deductible?: number
  lumpSumPayment?: number
  indemnityPerItem?: number
  indemnityPerEvent?: number
  indemnityInAggregate?: number
  premium?: string
  technicalPremium?: string
}

export type PolicyPeril = { locator: string; name: string; characteristics: PerilCharacteristics[] }

export type PolicyExposure = {
  locator: string
  name: string
  characteristics: Characteristics[]
  perils: PolicyPeril[]
}

export type PolicyState = 'draft' | 'finalized' | 'issued' | 'cancelled' | 'discarded'

export type Policy = {
  locator: string
  policyholderLocator: string
  productLocator: string
  productName: string
  state: PolicyState
  createdTimestamp: string
  updatedTimestamp: string
  issuedTimestamp?: string
  characteristics: PolicyCharacteristics[]
  exposures: PolicyExposure[]
  fees: unknown[]
  documents: unknown[]
  invoices: unknown[]
  currency: string
}

export type Policyholder = {
  locator: string
  createdTimestamp: string
  updatedTimestamp: string
  completed: boolean
  entity: { locator: string; values: FieldValues }
}

/** A loss that somebody reported under an issued policy. */
export type Claim = {
  locator: string
  policyLocator: string
  state: 'open' | 'closed'
  incidentTimestamp: string
  description: string
  createdTimestamp: string
  updatedTimestamp: string
}

/** An endorsement or a renewal: a change of an issued policy, kept apart until it is issued. */
export type Endorsement = {
  locator: string
  kind: 'endorsement' | 'renewal'
  policyLocator: string
  state: 'draft' | 'priced' | 'accepted' | 'issued' | 'discarded'
  updates: Updates
  createdTimestamp: string
  premium?: string
}
