import { createApp, fill, mappingOf } from '@mkt/sdk'
import type { PlatformApp } from './platform-app.ts'

export const app = createApp<PlatformApp>({
  autofill: {
    // The answer is merged into the change: here one field, the one this customer mapped.
    '/autofill': async (request, context) => {
      const mapping = mappingOf(await context.settings(), request.productName)
      const filling = fill(request)
      for (const place of filling.places(mapping.note)) place.set(`filled in for ${request.operation}`)
      return filling.answer()
    },
  },
})
