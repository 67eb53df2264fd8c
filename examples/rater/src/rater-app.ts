import { type App, createApp, GiveUp, mappingOf, type PerilPrice, perilsToPrice } from '@mkt/sdk'
import { checkRates } from './check-rates.ts'
import type { PlatformApp } from './platform-app.ts'
import { price } from './price.ts'
import { readRateBook } from './rate-book.ts'

/** The rater. `loadings` are factors on top of the customer's rates, by peril. */
export function raterApp(loadings: Readonly<Record<string, number>> = {}): App {
  return createApp<PlatformApp>({
    lifecycle: { check: ({ configuration }) => ({ problems: checkRates(configuration.settings), blocking: true }) },
    raters: {
      '/rate': async (request, context) => {
        const record = await context.settings()
        const mapping = mappingOf(record, request.policy.productName)
        const book = readRateBook(record.settings)
        const prices: Record<string, PerilPrice> = {}
        for (const peril of perilsToPrice(request)) {
          const yearlyPremium = price(
            book,
            {
              peril: peril.peril.name,
              value: Number(peril.read(mapping.value) ?? 0),
              usage: peril.read(mapping.usage),
              postalCode: peril.read(mapping.postalCode),
            },
            loadings[peril.peril.name],
          )
          // A policy with one peril too few is worse than none: the person at the policy system must learn of it.
          if (yearlyPremium === undefined) throw new GiveUp(`The rate table has no rate for "${peril.peril.name}".`)
          prices[peril.locator] = { yearlyPremium, technicalPremium: yearlyPremium }
        }
        return { pricedPerilCharacteristics: prices }
      },
    },
  })
}
