import { z } from 'zod'
import { type ConnectedSchema, type SchemaField, SYSTEM_PRODUCT } from '../../../domain/tenant/mapping-schema.ts'

const name = z.string().min(1)
const optionalText = z.string().nullish()

const field: z.ZodType<SchemaField> = z.lazy(() =>
  z
    .object({
      name,
      title: optionalText,
      type: optionalText,
      optional: z.boolean().nullish(),
      values: z.array(z.coerce.string()).nullish(),
      fields: z.array(field).nullish(),
    })
    .transform((value) => ({
      name: value.name,
      title: value.title ?? value.name,
      type: value.type ?? 'string',
      ...(value.optional === true ? { optional: true } : {}),
      ...(value.values ? { values: value.values } : {}),
      ...(value.fields ? { fields: value.fields } : {}),
    })),
)

const fields = z
  .array(field)
  .nullish()
  .transform((value) => value ?? [])

const named = { name, displayName: optionalText }

/** What has no title of its own is called by its name. */
const titled = <Thing extends { name: string; displayName?: string | null | undefined }>(thing: Thing) => ({
  ...thing,
  displayName: thing.displayName ?? thing.name,
})

const peril = z.object({ ...named, fields }).transform(titled)
const exposure = z
  .object({ ...named, fields, perils: z.array(peril).nullish() })
  .transform((value) => ({ ...titled(value), perils: value.perils ?? [] }))
const configuration = z
  .object({ fields, exposures: z.array(exposure).nullish() })
  .nullish()
  .transform((value) => ({ fields: value?.fields ?? [], exposures: value?.exposures ?? [] }))
const product = z.object({ ...named, policyConfiguration: configuration }).transform(titled)

const policyholder = z.object({ fields }).nullish()

/** The products and the policyholder's fields; the system's own product is not for applications. Throws where they have another shape. */
export function parseConnected(products: unknown, holder: unknown): ConnectedSchema {
  return {
    variant: 'connected',
    products: z
      .array(product)
      .parse(products)
      .filter((item) => item.name !== SYSTEM_PRODUCT),
    policyholder: { fields: policyholder.parse(holder)?.fields ?? [] },
  }
}
