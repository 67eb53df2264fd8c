import {
  buildMappingPath,
  isWriteOnly,
  type Manifest,
  type Mapping,
  mappingFieldsOf,
  type Setting,
  visibleSettings,
} from '@mkt/manifest'

/** The parts of a connected product schema that fields are found in. */
export interface ProductSchema {
  name: string
  policyConfiguration: {
    fields: { name: string }[]
    exposures: { name: string; fields: { name: string }[] }[]
  }
}

/** Settings to begin with: the defaults, and something plausible for what is required. */
export function defaultSettings(manifest: Manifest): Record<string, string> {
  const values: Record<string, string> = {}
  // A choice can make other settings appear, so it is asked again until nothing new shows.
  for (;;) {
    const next = visibleSettings(manifest, values).find(({ name, ...rest }) => !(name in values) && needs(rest))
    if (!next) return values
    values[next.name] = next.default ?? plausible(next)
  }
}

function needs(setting: Omit<Setting, 'name'>): boolean {
  return setting.default !== undefined || setting.required === true
}

function plausible(setting: Setting): string {
  if (setting.type === 'Select') return setting.values?.[0]?.value ?? ''
  return isWriteOnly(setting) ? `dev-${setting.name}` : (setting.placeholder ?? `dev ${setting.name}`)
}

/** Mapping fields point at fields of the same name, letter case and underscores aside: right often enough to start. */
export function guessMappings(manifest: Manifest, products: readonly ProductSchema[]): Mapping[] {
  return products.flatMap((product) => {
    const fields = Object.fromEntries(
      mappingFieldsOf(manifest).flatMap(({ name }) => {
        const path = findField(product, name)
        return path === undefined ? [] : [[name, path]]
      }),
    )
    return Object.keys(fields).length === 0 ? [] : [{ productName: product.name, fields }]
  })
}

function findField({ name: product, policyConfiguration }: ProductSchema, wanted: string): string | undefined {
  const same = ({ name }: { name: string }) => plain(name) === plain(wanted) || plain(name).endsWith(plain(wanted))
  for (const exposure of policyConfiguration.exposures) {
    const field = exposure.fields.find(same)
    if (!field) continue
    return buildMappingPath({
      variant: 'connected',
      of: 'exposure',
      product,
      exposure: exposure.name,
      field: field.name,
    })
  }
  const field = policyConfiguration.fields.find(same)
  return field && buildMappingPath({ variant: 'connected', of: 'policy', product, field: field.name })
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}
