import { Stack, Title } from '@mantine/core'
import type { FieldProblem, Manifest, Mapping, Variant } from '@mkt/manifest'
import { mappingFieldsOf, schemaPlaces } from '@mkt/manifest'
import { useSuspenseQuery } from '@tanstack/react-query'
import { MappingForm } from '../../forms/mapping-form.tsx'
import { schemaQuery } from '../../queries/installation/tenants.ts'
import { forms } from '../../texts/forms.ts'
import { ProductCoverage } from './product-coverage.tsx'

interface Props {
  tenantId: string
  variant: Variant
  manifest: Manifest
  mappings: Mapping[]
  problems: FieldProblem[]
  onChange: (mappings: Mapping[]) => void
}

/** The mapping form over the schema of one tenant, and how much of it each product covers so far. */
export function TenantMapping({ tenantId, variant, ...form }: Props) {
  const { data: schema } = useSuspenseQuery(schemaQuery(tenantId))
  const places = schemaPlaces(variant, schema)
  const { manifest, mappings } = form
  return (
    <Stack gap="lg">
      <MappingForm key={tenantId} places={places} {...form} />
      {mappingFieldsOf(manifest).length > 0 && places.length > 0 ? (
        <div>
          <Title order={3} mb="xs">
            {forms.mapping.coverage}
          </Title>
          <ProductCoverage manifest={manifest} places={places} mappings={mappings} />
        </div>
      ) : null}
    </Stack>
  )
}
