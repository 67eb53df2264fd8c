import type { FieldProblem, Manifest, Mapping, Variant } from '@mkt/manifest'
import { schemaPlaces } from '@mkt/manifest'
import { useSuspenseQuery } from '@tanstack/react-query'
import { MappingForm } from '../../forms/mapping-form.tsx'
import { schemaQuery } from '../../queries/installation/tenants.ts'

interface Props {
  tenantId: string
  variant: Variant
  manifest: Manifest
  mappings: Mapping[]
  problems: FieldProblem[]
  onChange: (mappings: Mapping[]) => void
}

/** The mapping form over the schema of one tenant. */
export function TenantMapping({ tenantId, variant, ...form }: Props) {
  const { data: schema } = useSuspenseQuery(schemaQuery(tenantId))
  return <MappingForm key={tenantId} places={schemaPlaces(variant, schema)} {...form} />
}
