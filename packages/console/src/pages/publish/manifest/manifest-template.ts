import type { Variant } from '@mkt/manifest'

/** A manifest to begin with. It asks for nothing that the listing already knows. */
export function manifestTemplate(listing: { name: string; variant: Variant }): string {
  const event = listing.variant === 'connected' ? 'policy.issue' : 'policy.quote.issue'
  const manifest = {
    name: listing.name,
    version: '0.1.0',
    targetPlatform: listing.variant,
    app: {
      fields: [
        {
          name: 'region',
          title: 'Region',
          type: 'Select',
          required: true,
          values: [
            { text: 'Europe', value: 'eu' },
            { text: 'North America', value: 'na' },
          ],
        },
        { name: 'apiKey', title: 'API key', type: 'Password', required: true, hint: 'From your account with us.' },
      ],
    },
    platform: {
      webhooks: [{ path: '/webhook', events: [event] }],
      lifecycle: ['install', 'uninstall'],
      egress: [],
    },
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
