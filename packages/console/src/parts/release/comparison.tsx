import { Badge, Code, Group, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { comparisonQuery } from '../../queries/release/releases.ts'
import { publish } from '../../texts/publish.ts'

const colors = { added: 'pine', removed: 'red', changed: 'clay' } as const

/** What changed between two releases, in words rather than lines of JSON. */
export function Comparison({ releaseId, withId }: { releaseId: string; withId?: string | undefined }) {
  const { data } = useSuspenseQuery(comparisonQuery(releaseId, withId))
  if (!data.from) return <Text c="dimmed">{publish.releases.nothingBefore}</Text>
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {data.from.version} → {data.to.version}
      </Text>
      {data.changes.length === 0 ? <Text>{publish.releases.noChanges}</Text> : null}
      {data.changes.map((change) => (
        <div key={`${change.kind} ${change.name} ${change.change}`}>
          <Group gap={8} wrap="nowrap" align="baseline">
            <Badge variant="light" size="sm" radius="sm" tt="none" color={colors[change.change]}>
              {change.change}
            </Badge>
            <Text size="sm" miw={0}>
              {change.kind} <Code>{change.name}</Code>
            </Text>
          </Group>
          {change.details.map((detail) => (
            <Text key={detail} size="sm" c="dimmed">
              {detail}
            </Text>
          ))}
        </div>
      ))}
    </Stack>
  )
}
