import { type Manifest, mappingFieldsOf, type Variant } from '../manifest.ts'
import { policyholders } from '../mapping-path.ts'

/** Whether an app's autofill is registered for no product at all: it works on mapped products, and none is mapped. */
export function coversNothing(
  manifest: Manifest,
  variant: Variant,
  mappings: readonly { productName: string }[],
): boolean {
  if (variant !== 'connected' || (manifest.platform?.autofill ?? []).length === 0) return false
  return mappingFieldsOf(manifest).length > 0 && mappings.every(({ productName }) => productName === policyholders)
}
