import { Code, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Enforcement } from '../../../parts/egress/enforcement.tsx'
import { ObservedEgress } from '../../../parts/egress/observed-egress.tsx'
import { type InstallationEgress, installationEgressQuery } from '../../../queries/deployment/egress.ts'
import { egress as texts } from '../../../texts/egress.ts'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import { Tag } from '../../../ui/text/tag.tsx'

type Declared = InstallationEgress['declared']

/** Declared beside observed: where the app of an installation may send data, and where it did. */
export function EgressOfInstallation({ installationId }: { installationId: string }) {
  const { data } = useSuspenseQuery(installationEgressQuery(installationId))
  return (
    <Stack gap="md">
      <Enforcement reason={data.enforcement.reason} />
      <div>
        <Text fw={600} size="sm" mb={6}>
          {texts.declared}
        </Text>
        <DeclaredHosts declared={data.declared} />
      </div>
      <div>
        <Text fw={600} size="sm" mb={6}>
          {texts.observed}
        </Text>
        {data.shared ? (
          <Text size="sm" c="dimmed" mb={6}>
            {texts.shared}
          </Text>
        ) : null}
        <ObservedEgress rows={data.observed} />
      </div>
    </Stack>
  )
}

function DeclaredHosts({ declared }: { declared: Declared }) {
  if (declared === null) return <Text size="sm">{texts.anywhere}</Text>
  if (declared.length === 0) return <Text size="sm">{texts.nowhere}</Text>
  return (
    <PlainList>
      {declared.map(({ host, port, setting, purpose, personalData }) => (
        <li key={setting ?? `${host}:${port}`}>
          <Text size="sm">
            {setting === null ? null : `${texts.setting(setting)} `}
            {host === null ? null : <Code>{port === 443 ? host : `${host}:${port}`}</Code>}{' '}
            {personalData ? <Tag>{texts.personalData}</Tag> : null}
          </Text>
          <Text size="xs" c="dimmed">
            {purpose}
          </Text>
        </li>
      ))}
    </PlainList>
  )
}
