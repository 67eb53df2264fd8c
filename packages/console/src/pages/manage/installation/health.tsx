import { Alert, Badge, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconHeartbeat } from '@tabler/icons-react'
import { Remedy } from '../../../parts/installation/remedy.tsx'
import type { Installation } from '../../../queries/installation/installations.ts'
import { manage } from '../../../texts/manage.ts'
import { Time } from '../../../ui/text/time.tsx'

const troubled = (health: Installation['health']) => health.state === 'failing' || health.state === 'degraded'
const colorOf = (health: Installation['health']) => (health.state === 'failing' ? 'red' : 'clay')

/** Said beside the state where an installation runs by its own account but does not work. */
export function Health({ installation }: { installation: Installation }) {
  const { health } = installation
  if (!troubled(health) || installation.state === 'ERROR') return null
  return (
    <Tooltip label={health.cause} multiline w={260}>
      <Badge variant="light" color={colorOf(health)} radius="sm" tt="none" fw={600} data-health={health.state}>
        {manage.health[health.state]}
      </Badge>
    </Tooltip>
  )
}

/** The cause in a list, so that nobody has to open the installation to know it. */
export function HealthCause({ installation: { health } }: { installation: Installation }) {
  if (!troubled(health)) return null
  return (
    <Text size="xs" c="dimmed" mt={2} maw={320}>
      {health.cause}{' '}
      {health.since ? (
        <>
          {manage.healthSince} <Time at={health.since} />.
        </>
      ) : null}
    </Text>
  )
}

/** What is wrong with an installation, since when, and the way to put it right; shown on every tab. */
export function HealthNote({ installation }: { installation: Installation }) {
  const { health } = installation
  if (!troubled(health)) return null
  return (
    <Alert color={colorOf(health)} mb="md" icon={<IconHeartbeat size={18} />} title={manage.health[health.state]}>
      <Stack gap="xs">
        <Text size="sm">
          {health.cause}{' '}
          {health.since ? (
            <>
              {manage.healthSince} <Time at={health.since} />.
            </>
          ) : null}
        </Text>
        <Text size="sm">{health.remedy}</Text>
        <Group>
          <Remedy installation={installation} />
        </Group>
      </Stack>
    </Alert>
  )
}
