import { clientOf } from './client-of.ts'
import type { RunningPlatform } from './platform.ts'
import { deploySampleApp } from './sample-app.ts'

export const vin =
  "$[?(@.name=='personal-auto')].policyConfiguration.exposures[?(@.name=='vehicle')].fields[?(@.name=='vin')]"

/** The sample application, deployed and test launched by its publisher, as the journeys that are not about that need it. */
export async function launchSampleApp(platform: RunningPlatform, appName: string, secret: string) {
  const client = await clientOf(platform, platform.publisher)
  const org = platform.publisher.organization.id
  const texts = { title: 'Sample', summary: 'A sample.', about: 'About it.', requirements: 'Nothing.' }
  const listing = await client.createListing({ params: { org }, body: { appName, variant: 'connected', ...texts } })
  await client.publishListing({ params: { id: listing.id } })
  await deploySampleApp(platform, `acme/${appName}`)
  const { apiUrl, hostName, integration, data } = platform.simulator.connected
  const tenant = await client.createTenant({
    params: { org },
    body: { name: 'Simulated', variant: 'connected', apiUrl, hostName, credentials: { integration, data } },
  })
  const { id } = await client.launchApp({
    params: { org },
    body: {
      listingId: listing.id,
      tenantId: tenant.id,
      settings: { region: 'eu', sender: 'policies@acme.test', apiKey: secret },
      mappings: [{ productName: 'personal-auto', fields: { vin } }],
    },
  })
  return { client, listing, tenant, installation: await settled(client, id) }
}

/** Waits until an installation runs. */
export async function settled(client: Awaited<ReturnType<typeof clientOf>>, id: string) {
  for (;;) {
    const installation = await client.getInstallation({ params: { id } })
    if (installation.state === 'RUNNING') return installation
    if (installation.state === 'ERROR') throw new Error(`The sample did not start: ${installation.reason}`)
    await new Promise((later) => setTimeout(later, 100))
  }
}
