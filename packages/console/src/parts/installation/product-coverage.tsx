import { type Manifest, type Mapping, mappingFieldsOf, placeProducts, type SchemaPlace } from '@mkt/manifest'
import { type Coverage, mappingCoverage } from '../../forms/mapping-coverage.ts'
import { productTitle } from '../../forms/product-title.ts'
import { forms } from '../../texts/forms.ts'
import { Facts } from '../../ui/layout/facts.tsx'

interface Props {
  manifest: Manifest
  places: readonly SchemaPlace[]
  mappings: readonly Mapping[]
}

/** How much of what an app reads each product of the tenant gives it. */
export function ProductCoverage({ manifest, places, mappings }: Props) {
  const coverage = mappingCoverage(mappingFieldsOf(manifest), placeProducts(places), mappings)
  return <Facts rows={coverage.map((one) => ({ name: productTitle(one.product), value: inWords(one) }))} />
}

function inWords({ mapped, fields, missing }: Coverage): string {
  if (mapped === 0) return forms.mapping.notCovered
  const covered = forms.mapping.covered(mapped, fields)
  return missing.length === 0 ? covered : `${covered}; ${forms.mapping.missing(missing.join(', '))}`
}
