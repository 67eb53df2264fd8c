/** What the enterprise variant posts for an event. Times are ISO 8601, locators ULIDs. */
export interface EnterpriseEvent<Type extends string = string, Data = Record<string, unknown>> {
  locator: string
  requestId: string
  userLocator: string
  timestamp: string
  type: Type
  data: Data
}

/** The part of a policy, quote or account that mapping paths speak of. */
export interface EnterpriseResource {
  locator: string
  /** Name of the product, of the account type or of the exposure type. */
  productName?: string
  type?: string
  data?: Record<string, unknown>
  elements?: EnterpriseResource[]
  [other: string]: unknown
}
