import { createApp } from '@mkt/sdk'
import { summarize } from './summary.ts'

export const app = createApp({
  webhooks: {
    // Settings are read again for each event: another customer's may be next, and this one's may have changed.
    '/events': async (event, context) => {
      const { settings } = await context.settings()
      console.log(`${event.type} for ${settings.companyName}: a document in ${settings.language ?? 'en'}`)
    },
  },
  routes: {
    'GET /summary': async (context) => ({ status: 200, body: summarize((await context.settings()).settings) }),
  },
})
