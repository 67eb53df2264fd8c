import { z } from 'zod'
import type { EnterpriseSchema } from '../../../domain/tenant/mapping-schema.ts'

const data = z.record(z.string(), z.object({ type: z.string().nullish(), displayName: z.string().nullish() })).nullish()

const things = z
  .record(
    z.string(),
    z.object({ data, displayName: z.string().nullish(), contents: z.array(z.string()).nullish().catch(null) }),
  )
  .nullish()

const dataModel = z.object({ products: things, exposures: things, accounts: things })

type Things = z.output<typeof things>

function complete(given: Things): EnterpriseSchema['products'] {
  return Object.fromEntries(
    Object.entries(given ?? {}).map(([name, thing]) => [
      name,
      {
        displayName: thing.displayName ?? name,
        contents: thing.contents ?? [],
        data: Object.fromEntries(
          Object.entries(thing.data ?? {}).map(([field, about]) => [
            field,
            { type: about.type ?? 'string', displayName: about.displayName ?? field },
          ]),
        ),
      },
    ]),
  )
}

/** The data model of the tenant. Throws where it has another shape. */
export function parseEnterprise(given: unknown): EnterpriseSchema {
  const model = dataModel.parse(given)
  return {
    variant: 'enterprise',
    products: complete(model.products),
    exposures: complete(model.exposures),
    accounts: complete(model.accounts),
  }
}
