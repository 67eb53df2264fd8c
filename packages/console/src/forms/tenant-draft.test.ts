import { describe, expect, it } from 'vitest'
import { emptyTenant, tenantBody } from './tenant-draft.ts'

describe('connecting a tenant', () => {
  it('sends two sets of credentials for the connected variant, each by its own flow', () => {
    const draft = emptyTenant('connected')
    const body = tenantBody({
      ...draft,
      name: ' Production ',
      apiUrl: 'https://api.example.test',
      hostName: 'acme.example.test',
      integration: { ...draft.integration, username: 'admin', password: 'pw' },
      data: { ...draft.data, flow: 'client', clientId: 'id', clientSecret: 'cs', username: 'left over' },
    })
    expect(body).toEqual({
      name: 'Production',
      variant: 'connected',
      apiUrl: 'https://api.example.test',
      hostName: 'acme.example.test',
      credentials: {
        integration: { username: 'admin', password: 'pw' },
        data: { clientId: 'id', clientSecret: 'cs' },
      },
    })
  })

  it('sends one token and the tenant locator for the enterprise variant, without an empty host name', () => {
    const body = tenantBody({
      ...emptyTenant('enterprise'),
      name: 'E',
      apiUrl: 'https://e.test',
      tenantLocator: 'uuid',
      token: 'PAT_1',
    })
    expect(body).toEqual({
      name: 'E',
      variant: 'enterprise',
      apiUrl: 'https://e.test',
      tenantLocator: 'uuid',
      credentials: { token: 'PAT_1' },
    })
  })
})
