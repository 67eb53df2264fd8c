import { Alert, Group, Stack } from '@mantine/core'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import type { Listing } from '../../../queries/listing/listings.ts'
import { useRestartListing } from '../../../queries/listing/variables.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import { publish } from '../../../texts/publish.ts'

/** Running containers keep the variables they started with: replacing them now is one click, and no request fails. */
export function RestartListing({ listing, onDone }: { listing: Listing; onDone: () => void }) {
  const restart = useRestartListing(listing.id)
  const restarting = useGrant('restartListing', ownedBy(listing.organization))
  return (
    <Alert color="clay" role="status" title={publish.variables.stale}>
      <Stack gap="sm">
        {publish.variables.staleText}
        <Group>
          <GrantedConfirm
            grant={restarting}
            size="xs"
            label={publish.variables.restart}
            text={publish.variables.restartText}
            act={() => restart.mutateAsync().then(onDone)}
          />
        </Group>
      </Stack>
    </Alert>
  )
}
