import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { listingQuery } from '../../../queries/listing/listings.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { publish } from '../../../texts/publish.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { RestartListing } from './restart-listing.tsx'
import { SetVariable } from './set-variable.tsx'
import { VariableList } from './variable-list.tsx'

const route = getRouteApi('/shell/publish/$listingId')

export function OwnListingVariables() {
  const { listingId } = route.useParams()
  const { words } = useAddress()
  const { data: listing } = useSuspenseQuery(listingQuery(listingId))
  const mayPut = useMay('putVariable', ownedBy(listing.organization))
  const [stale, setStale] = useState(false)
  return (
    <Stack gap="lg">
      {stale ? <RestartListing listing={listing} onDone={() => setStale(false)} /> : null}
      {mayPut ? (
        <Section title={publish.variables.title} lead={publish.variables.lead}>
          <SetVariable listingId={listingId} onSet={() => setStale(true)} />
        </Section>
      ) : null}
      <ListSection list="variables" title={publish.variables.list} search={publish.variables.search}>
        <VariableList listing={listing} q={words.q} onRemoved={() => setStale(true)} />
      </ListSection>
    </Stack>
  )
}
