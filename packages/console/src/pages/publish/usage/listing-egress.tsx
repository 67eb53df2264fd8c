import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Enforcement } from '../../../parts/egress/enforcement.tsx'
import { ObservedEgress } from '../../../parts/egress/observed-egress.tsx'
import { listingEgressQuery } from '../../../queries/deployment/egress.ts'

/** Where an app sent data, over all its customers. */
export function ListingEgress({ listingId }: { listingId: string }) {
  const { data } = useSuspenseQuery(listingEgressQuery(listingId))
  return (
    <Stack gap="md">
      <Enforcement reason={data.enforcement.reason} />
      <ObservedEgress rows={data.observed} />
    </Stack>
  )
}
