import { createApp, perilsToPrice } from '@mkt/sdk'
import type { PlatformApp } from './platform-app.ts'

export const app = createApp<PlatformApp>({
  raters: {
    // Every listed peril must be priced.
    '/rate': async (request, context) => {
      const yearlyPremium = await context.setting('yearlyPremium')
      const priced = perilsToPrice(request).map(({ locator }) => [locator, { yearlyPremium }])
      return { pricedPerilCharacteristics: Object.fromEntries(priced) }
    },
  },
})
