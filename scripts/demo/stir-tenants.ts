import { type Api, connect } from './api.ts'

export interface SimulatorFacts {
  connected: {
    apiUrl: string
    hostName: string
    integration: { username: string; password: string }
    data: { username: string; password: string }
  }
  enterprise: { apiUrl: string; tenantLocator: string; token: string }
}

type Connected = SimulatorFacts['connected']

export const people = [
  { name: ['Ada', 'Byron'], vin: '1HGCM82633A004352', value: '18500', usage: 'Commute', zip: '98101' },
  { name: ['Grace', 'Hopper'], vin: '5YJ3E1EA7KF317000', value: '36000', usage: 'Business', zip: '10001' },
  { name: ['Edsger', 'Dijkstra'], vin: '4T1BF1FK5HU000001', value: '14200', usage: 'Pleasure', zip: '97201' },
] as const

/** Signs somebody of a connected tenant in; gives what a request carries. */
async function signIn({ apiUrl, hostName }: Connected, path: string, account: Connected['data']): Promise<string> {
  const asked = { ...account, hostName }
  const { authorizationToken } = await connect(apiUrl).post<{ authorizationToken: string }>(path, asked)
  return `Bearer ${authorizationToken}`
}

/** The same for the underwriter. */
export const signInUser = (connected: Connected) => signIn(connected, '/account/authenticate', connected.data)

/** Writes a policy that is not priced yet; gives its locator. */
export async function writePolicy(underwriter: Api, person: (typeof people)[number]): Promise<string> {
  const [first, last] = person.name
  const values = { first_name: [first], last_name: [last], email: [`${first.toLowerCase()}@example.com`] }
  const holder = await underwriter.post<{ locator: string }>('/policyholder/create', { values })
  const policy = await underwriter.post<{ locator: string }>('/policy', {
    policyholderLocator: holder.locator,
    productName: 'personal-auto',
    fieldValues: { channel: ['Direct'], garaging_zip: [person.zip] },
    exposures: [
      {
        exposureName: 'vehicle',
        fieldValues: { vin: [person.vin], vehicle_value: [person.value], usage: [person.usage] },
        perils: ['bodily_injury', 'collision', 'comprehensive'].map((name) => ({ name })),
      },
    ],
  })
  return policy.locator
}

/** A day at northwind: the rater is attached, policies are written, priced and issued, and other things happen. */
export async function stirConnected({ connected }: SimulatorFacts): Promise<void> {
  const { apiUrl, hostName } = connected
  const anyone = connect(apiUrl)
  const adminPath = `/account/authenticateAdmin?hostName=${hostName}`
  const admin = connect(apiUrl, await signIn(connected, adminPath, connected.integration))
  const { externalServiceIntegrations: integrations } = await admin.get<{
    externalServiceIntegrations: { name: string; type: string }[]
  }>('/integrations')
  const rater = integrations.find(({ type }) => type === 'external_rater')
  if (rater) await admin.patch('/products/personal-auto', { externalRater: rater.name })

  const underwriter = connect(apiUrl, await signInUser(connected))
  for (const person of people) {
    const locator = await writePolicy(underwriter, person)
    for (const step of ['price', 'finalize', 'issue']) await underwriter.post(`/policy/${locator}/${step}`, {})
  }
  for (const [type, data] of [
    ['claim.create', { claimLocator: 'CL-1001' }],
    ['claim.open', { claimLocator: 'CL-1001' }],
    ['payment.pay', { policyLocator: '100002122' }],
    ['invoice.pastDue', { policyLocator: '100002123' }],
    ['policy.cancel', { policyLocator: '100002124' }],
  ] as const) {
    await anyone.post('/_sim/events', { tenant: hostName, type, data })
  }
}

/** The same for the enterprise tenant. */
export async function stirEnterprise({ enterprise }: SimulatorFacts): Promise<void> {
  const { apiUrl, tenantLocator, token } = enterprise
  const agent = connect(apiUrl, `Bearer ${token}`)
  const account = await agent.post<{ locator: string }>(`/policy/${tenantLocator}/accounts`, {
    type: 'ConsumerAccount',
    data: { firstName: 'Ada', lastName: 'Byron' },
  })
  const quote = await agent.post<{ locator: string }>(`/policy/${tenantLocator}/quotes`, {
    productName: 'PersonalAuto',
    accountLocator: account.locator,
    data: { channel: 'Direct' },
    elements: [{ type: 'PersonalVehicle', data: { vin: '1HGCM82633A004352', make: 'Honda', year: 2003 } }],
  })
  for (const step of ['validate', 'price', 'accept', 'issue']) {
    await agent.post(`/policy/${tenantLocator}/quotes/${quote.locator}/${step}`, {})
  }
  for (const type of ['billing.invoice.generate', 'billing.payment.create', 'claim.fnol.submit']) {
    await connect(apiUrl).post('/_sim/events', {
      tenant: tenantLocator,
      type,
      data: { accountLocator: account.locator },
    })
  }
}
