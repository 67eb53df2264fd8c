import type { Sandbox } from '../domain/tenant/sandbox.ts'

/** The accounts, keys and addresses of a laptop start, as written to `bootstrap.json`. */
export interface Bootstrap {
  apiUrl: string
  gatewayUrl: string
  stateUrl: string
  relayUrl: string
  otlpUrl: string
  operator: { email: string; password: string }
  moderator: { email: string; password: string }
  publisher: OrganizationAccount
  customer: OrganizationAccount & { tenants: { connected: string; enterprise: string } }
  simulator: SimulatorFacts
}

export interface OrganizationAccount {
  email: string
  password: string
  organization: { id: string; name: string }
  clientId: string
  apiKey: string
}

/** How the simulated policy system is reached, both variants. */
export interface SimulatorFacts {
  connected: {
    apiUrl: string
    hostName: string
    integration: { username: string; password: string }
    data: { username: string; password: string }
    client: { clientId: string; clientSecret: string }
  }
  enterprise: { apiUrl: string; tenantLocator: string; token: string }
}

/** What an organization needs to connect the simulated policy systems. */
export function sandboxOf({ connected, enterprise }: SimulatorFacts): Sandbox {
  const { apiUrl, hostName, integration, data } = connected
  return {
    connected: { apiUrl, hostName, credentials: { integration, data } },
    enterprise: {
      apiUrl: enterprise.apiUrl,
      tenantLocator: enterprise.tenantLocator,
      credentials: { token: enterprise.token },
    },
  }
}
