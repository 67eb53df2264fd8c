import { Stack } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CallFigures } from '../../../parts/installation/call-figures.tsx'
import { filterWords, showsCalls } from '../../../queries/activity/activity-words.ts'
import { callFiguresQuery } from '../../../queries/activity/calls.ts'
import { installationQuery } from '../../../queries/installation/installations.ts'
import { activityTexts as texts } from '../../../texts/activity.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { LatePart } from '../../../ui/feedback/late-part.tsx'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { DeliveryActions } from '../delivery/delivery-actions.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityList } from './activity-list.tsx'
import { ActivityTools } from './activity-tools.tsx'
import { ReadAhead } from './read-ahead.tsx'
import { RelayNote } from './relay-note.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId/activity')
const traffic = { load: () => import('../delivery/traffic.tsx').then((module) => module.Traffic) }

/** Everything an installation was asked, asked and was told, in one list. */
export function InstallationActivity() {
  const { installationId } = route.useParams()
  const { words } = useAddress()
  const { data: installation } = useSuspenseQuery(installationQuery(installationId))
  const ofCalls = words.kind ? showsCalls(words.kind) : installation.answers.length > 0
  return (
    <Stack gap="lg">
      {words.open ? <ReadAhead id={words.open} installation={installation} /> : null}
      <Boundary lines={1}>
        <DeliveryActions installation={installation} />
      </Boundary>
      {ofCalls ? (
        <Boundary lines={2}>
          <CallFigures query={callFiguresQuery('installation', installationId)} />
        </Boundary>
      ) : null}
      <Boundary waiting={null}>
        <LatePart script={traffic} props={{ installationId, of: ofCalls ? 'calls' : 'deliveries' }} />
      </Boundary>
      {words.kind === 'tenant-call' ? (
        <Boundary waiting={null}>
          <RelayNote installation={installation} />
        </Boundary>
      ) : null}
      <ListSection
        list="activity"
        of={installation.organizationId}
        title={texts.title}
        lead={texts.lead}
        filters={<ActivityFilters organizationId={installation.organizationId} />}
        narrowedBy={filterWords}
        tools={<ActivityTools installation={installation} />}
      >
        <ActivityList installation={installation} />
      </ListSection>
    </Stack>
  )
}
