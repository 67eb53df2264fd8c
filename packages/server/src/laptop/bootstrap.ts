/** The accounts, keys and addresses of a laptop start, as written to `bootstrap.json`. */
export interface Bootstrap {
  apiUrl: string
  gatewayUrl: string
  stateUrl: string
  operator: { email: string; password: string }
  moderator: { email: string; password: string }
  publisher: OrganizationAccount
  customer: OrganizationAccount & { tenants?: { connected: string; enterprise: string } }
  simulator?: unknown
}

export interface OrganizationAccount {
  email: string
  password: string
  organization: { id: string; name: string }
  clientId: string
  apiKey: string
}
