import { createApp } from '@mkt/sdk'
import type { PlatformApp } from './platform-app.ts'

export const app = createApp<PlatformApp>({
  lifecycle: {
    // Before the first start: register with third parties here. An answer other than 2xx ends the launch.
    '/hooks/install': async ({ route }, context) => {
      const { settings } = await context.settings()
      console.log(`install: reachable at ${route}, partner key ${settings.partnerKey ? 'given' : 'missing'}`)
    },
    '/hooks/configure': async (_call, context) => {
      console.log(`configure: ${context.routeId} has new settings`)
    },
    // The last chance to clean up; the state can still be read.
    '/hooks/uninstall': async (_call, context) => {
      console.log(`uninstall: ${context.routeId} is leaving`)
    },
  },
})
