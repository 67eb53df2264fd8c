import { serve } from './serve.js'

serve({
  // Every listed peril must be priced.
  'POST /rate': async ({ policyExposurePerils }, { state }) => {
    const { settings } = await state()
    const yearlyPremium = Number(settings.yearlyPremium)
    const priced = policyExposurePerils.map((peril) => [peril.perilCharacteristicsLocator, { yearlyPremium }])
    return { pricedPerilCharacteristics: Object.fromEntries(priced) }
  },
})
