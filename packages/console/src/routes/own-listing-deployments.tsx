import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconServer } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Boundary } from '../components/boundary.tsx'
import { Chart } from '../components/chart.tsx'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { ContainerOutput } from '../components/container-output.tsx'
import { Empty } from '../components/empty.tsx'
import { Rows } from '../components/rows.tsx'
import { Section } from '../components/section.tsx'
import { StateBadge } from '../components/state-badge.tsx'
import { Time } from '../components/time.tsx'
import { formatBytes } from '../format.ts'
import { api } from '../queries/api.ts'
import { type Deployment, deploymentsQuery, figuresQuery } from '../queries/deployments.ts'
import { usePaged } from '../queries/paged.ts'
import { publish } from '../texts/publish.ts'

const route = getRouteApi('/shell/publish/$listingId')
const texts = publish.deployments

export function OwnListingDeployments() {
  const { listingId } = route.useParams()
  return (
    <Boundary of={listingId}>
      <Deployments listingId={listingId} />
    </Boundary>
  )
}

function Deployments({ listingId }: { listingId: string }) {
  const { items } = usePaged(deploymentsQuery(listingId))
  const running = items.filter((one) => one.state !== 'STOPPED')
  const shown = running.length > 0 ? running : items.slice(0, 1)
  if (shown.length === 0) {
    return (
      <Section>
        <Empty title={texts.empty} text={texts.emptyText} icon={<IconServer size={26} stroke={1.5} />} />
      </Section>
    )
  }
  return (
    <Stack gap="lg">
      {shown.map((deployment) => (
        <OneDeployment key={deployment.id} deployment={deployment} />
      ))}
    </Stack>
  )
}

function OneDeployment({ deployment }: { deployment: Deployment }) {
  return (
    <Section
      title={
        <Group gap="sm">
          {texts.release} {deployment.release.version} <StateBadge state={deployment.state} />
        </Group>
      }
      lead={`${texts.restarts}: ${deployment.restarts}`}
      actions={
        <ConfirmButton
          size="xs"
          label={texts.restart}
          text={texts.restartText}
          done={texts.restarting}
          act={() => api.restartDeployment({ params: { id: deployment.id } })}
        />
      }
    >
      <Stack gap="lg">
        {deployment.reason ? <Alert color="red">{deployment.reason}</Alert> : null}
        <Rows
          caption={texts.instances}
          items={deployment.instances}
          keyOf={(instance) => instance.id}
          columns={[
            { label: texts.instances, cell: (instance) => <StateBadge state={instance.state} /> },
            { label: texts.started, cell: (instance) => <Time at={instance.createdAt} /> },
            { label: texts.engine, cell: (instance) => instance.engine },
            { label: texts.exit, cell: (instance) => instance.exitReason ?? '–' },
          ]}
        />
        <Boundary lines={3}>
          <Figures id={deployment.id} />
        </Boundary>
        <ContainerOutput deploymentId={deployment.id} />
      </Stack>
    </Section>
  )
}

function Figures({ id }: { id: string }) {
  const { data } = useSuspenseQuery(figuresQuery(id))
  const { times, series } = useMemo(
    () => ({
      times: data.items.map((point) => point.at),
      series: [{ label: texts.memory, values: data.items.map((point) => point.memoryBytes) }],
    }),
    [data],
  )
  const last = data.items.at(-1)
  if (!last) return null
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {texts.memory}
      </Text>
      <Chart
        summary={`${texts.memory}: ${formatBytes(last.memoryBytes)}`}
        times={times}
        series={series}
        format={formatBytes}
      />
    </div>
  )
}
