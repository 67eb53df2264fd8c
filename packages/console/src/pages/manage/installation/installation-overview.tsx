import { Alert, Code, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Granted } from '../../../parts/access/granted.tsx'
import { TenantLink } from '../../../parts/tenant/tenant-link.tsx'
import {
  type Installation,
  installationQuery,
  useChangeInstallation,
} from '../../../queries/installation/installations.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { manage } from '../../../texts/manage.ts'
import { RenameButton } from '../../../ui/action/rename-button.tsx'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Columns } from '../../../ui/layout/columns.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { CopyLine } from '../../../ui/text/copy-line.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { CallerSecret } from './caller-secret.tsx'
import { Glance } from './glance.tsx'
import { InstallationSwitch } from './installation-switch.tsx'
import { LaunchProgress } from './launch-progress.tsx'
import { LogEntries } from './log-entries.tsx'
import { Offer } from './offer.tsx'
import { OnFailure } from './on-failure.tsx'
import { RaterNote } from './rater-note.tsx'
import { TestCall } from './test-call.tsx'
import { TestEvent } from './test-event.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId')
const texts = manage.installation
const onTheWay = ['PENDING', 'STARTING', 'REGISTERING', 'ERROR']

export function InstallationOverview() {
  const { installationId } = route.useParams()
  const { data: installation } = useSuspenseQuery(installationQuery(installationId))
  return (
    <Columns>
      <Stack gap="lg">
        {installation.state === 'UNINSTALLED' ? <Alert color="clay">{texts.uninstalledNote}</Alert> : null}
        {installation.offer ? <Offer installation={installation} offer={installation.offer} /> : null}
        {installation.lastFailure ? (
          <Alert color="red" title={`${texts.lastFailure}: ${installation.lastFailure.operation}`}>
            {installation.lastFailure.reason} (<Time at={installation.lastFailure.at} />)
          </Alert>
        ) : null}
        {onTheWay.includes(installation.state) ? (
          <Section title={texts.progress}>
            <Boundary>
              <LaunchProgress installation={installation} />
            </Boundary>
          </Section>
        ) : null}
        {installation.state === 'RUNNING' ? (
          <Boundary lines={2}>
            <Glance installation={installation} />
          </Boundary>
        ) : null}
        {installation.state === 'RUNNING' ? (
          <Boundary lines={2}>
            <TestEvent installation={installation} />
          </Boundary>
        ) : null}
        {installation.state === 'RUNNING' ? (
          <Boundary lines={2}>
            <TestCall installation={installation} />
          </Boundary>
        ) : null}
        {installation.externalRaters.length > 0 && installation.state === 'RUNNING' ? (
          <Boundary lines={2}>
            <RaterNote installation={installation} />
          </Boundary>
        ) : null}
        <Section title={manage.log.title} lead={manage.log.lead}>
          <Boundary>
            <LogEntries id={installationId} most={12} />
          </Boundary>
        </Section>
      </Stack>
      <Stack gap="lg">
        <Section title={texts.facts} actions={<Rename installation={installation} />}>
          <InstallationFacts installation={installation} />
        </Section>
        {installation.operations.includes('uninstall') ? (
          <>
            <Section title={texts.follow}>
              <InstallationSwitch installation={installation} name="pinned" label={texts.pin} hint={texts.pinHint} />
            </Section>
            <Section title={texts.recording}>
              <InstallationSwitch
                installation={installation}
                name="recording"
                label={texts.record}
                hint={texts.recordHint}
              />
            </Section>
            <OnFailure installation={installation} />
            <CallerSecret installation={installation} />
          </>
        ) : null}
      </Stack>
    </Columns>
  )
}

/** Two of the same app on one tenant are told apart by their names. */
function Rename({ installation }: { installation: Installation }) {
  const change = useChangeInstallation(installation.id)
  const changing = useGrant('changeInstallation', installation)
  if (!installation.operations.includes('uninstall')) return null
  return (
    <Granted grant={changing} label={texts.rename} size="compact-sm" variant="default">
      <RenameButton
        size="compact-sm"
        label={texts.rename}
        name={texts.name}
        value={installation.name}
        pointer="/name"
        act={(name) => change.mutateAsync({ name })}
      />
    </Granted>
  )
}

function InstallationFacts({ installation }: { installation: Installation }) {
  return (
    <Stack gap="md">
      <div>
        <Text size="xs" c="dimmed" mb={3}>
          {texts.endpoint}
        </Text>
        <CopyLine value={installation.endpoint} label={texts.endpoint} />
      </div>
      <Facts
        rows={[
          { name: texts.app, value: installation.listing.title },
          { name: texts.health, value: manage.health[installation.health.state] },
          { name: texts.release, value: installation.release.version },
          { name: texts.target, value: installation.target?.version },
          { name: texts.tenant, value: <TenantLink installation={installation} /> },
          { name: texts.configuration, value: texts.revision(installation.revision) },
          { name: texts.routeId, value: <Code>{installation.routeId}</Code> },
          { name: texts.launched, value: <Time at={installation.createdAt} /> },
        ]}
      />
    </Stack>
  )
}
