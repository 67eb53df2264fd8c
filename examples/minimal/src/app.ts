import { createApp } from '@mkt/sdk'

export const app = createApp({
  webhooks: {
    '/events': {
      'policy.issue': (event, context) => {
        console.log(`policy ${event.data.policyLocator} was issued at ${context.tenant}`)
      },
    },
  },
})
