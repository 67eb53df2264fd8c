import { createApp, fill, mappingOf } from '@mkt/sdk'
import { decodeVin } from './decode-vin.ts'

export const app = createApp({
  autofill: {
    '/autofill': async (request, context) => {
      const record = await context.settings()
      const mapping = mappingOf(record, request.productName)
      const replace = record.settings.existing === 'replace'
      const filling = fill(request)
      for (const place of filling.places(mapping.vin)) {
        const vehicle = decodeVin(place.values[0] ?? '')
        if (!vehicle || (!vehicle.checked && record.settings.checkDigit !== 'fill')) continue
        for (const name of ['make', 'model', 'year'] as const) {
          const target = place.at(mapping[name])
          const value = vehicle[name]
          if (target && value && (replace || !target.values[0])) target.set(value)
        }
      }
      return filling.answer()
    },
  },
})
