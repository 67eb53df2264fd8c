import { schemaPlaces } from '@mkt/manifest'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { schemaQuery } from '../../../queries/installation/tenants.ts'
import { mappedPlace } from './mapped-place.ts'

/** Tells where a mapping points in the words of the tenant's products; by its names until those are known, and where they lack it. */
export function useMappedPlace(tenantId: string, wanted: boolean): (path: string) => string {
  const { data: schema } = useQuery({ ...schemaQuery(tenantId), enabled: wanted })
  const titles = useMemo(() => {
    const places = schema ? schemaPlaces(schema.variant, schema) : []
    return new Map(places.map(({ path, crumbs, title }) => [path, [...crumbs, title].join(' › ')]))
  }, [schema])
  return (path) => titles.get(path) ?? mappedPlace(path)
}
