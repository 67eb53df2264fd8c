import { type Manifest, type Mapping, mappingFieldsOf, schemaPlaces, type Variant } from '@mkt/manifest'
import { useSuspenseQuery } from '@tanstack/react-query'
import { schemaQuery } from '../../queries/installation/tenants.ts'
import { forms } from '../../texts/forms.ts'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ProductCoverage } from './product-coverage.tsx'

interface Props {
  tenantId: string
  variant: Variant
  manifest: Manifest
  mappings: readonly Mapping[]
}

/** How much of what an app reads the products of one tenant give it, for people who only read its configuration. */
export function TenantCoverage(props: Props) {
  if (mappingFieldsOf(props.manifest).length === 0) return null
  return (
    <Section title={forms.mapping.coverage}>
      <Boundary>
        <Read {...props} />
      </Boundary>
    </Section>
  )
}

function Read({ tenantId, variant, manifest, mappings }: Props) {
  const { data: schema } = useSuspenseQuery(schemaQuery(tenantId))
  return <ProductCoverage manifest={manifest} places={schemaPlaces(variant, schema)} mappings={mappings} />
}
