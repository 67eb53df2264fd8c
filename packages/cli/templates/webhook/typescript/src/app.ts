import { createApp } from '@mkt/sdk'
import type { PlatformApp } from './platform-app.ts'

export const app = createApp<PlatformApp>({
  webhooks: {
    '/events': {
      // The same event may come twice; context.webhookId is then the same.
      'policy.issue': async (event, context) => {
        const { settings } = await context.settings()
        console.log(`${settings.greeting ?? 'Hello'}: ${event.type} ${JSON.stringify(event.data)}`)
      },
    },
  },
})
