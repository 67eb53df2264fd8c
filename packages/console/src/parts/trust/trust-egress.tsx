import { Alert, Badge, Code, Stack, Text } from '@mantine/core'
import { addressEndpoint, settingsOf } from '@mkt/manifest'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../lib/format.ts'
import { releaseQuery } from '../../queries/release/releases.ts'
import type { Trust } from '../../queries/release/trust.ts'
import { browse } from '../../texts/browse.ts'
import { egress } from '../../texts/egress.ts'
import { trust as texts } from '../../texts/trust.ts'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { Enforcement } from '../egress/enforcement.tsx'
import { EgressEntry } from '../release/egress.tsx'
import { Mark } from './mark.tsx'
import { Part } from './part.tsx'

interface Props {
  egress: Trust['egress']
  releaseId: string
  /** What the customer entered, where it is known: then the host is shown beside the setting. */
  values?: Readonly<Record<string, unknown>> | undefined
  observes: boolean
}

const place = (host: string, port: number | null) => (port === null || port === 443 ? host : `${host}:${port}`)

/** Where an app may send data, and where it did. */
export function TrustEgress({ egress: found, releaseId, values, observes }: Props) {
  const { enforcement, declared, observed, shared } = found
  return (
    <Part title={texts.egress} mark={<Mark line={{ mark: 'declared', at: null, by: null }} />}>
      <Stack gap="sm">
        {declared === null ? (
          <Alert color="clay" role="note">
            {browse.egressAnywhere}
          </Alert>
        ) : (
          <Declared declared={declared} releaseId={releaseId} values={values} />
        )}
        {declared === null ? null : <Enforcement reason={enforcement.reason} />}
        {observes ? <Observed observed={observed} shared={shared} /> : null}
      </Stack>
    </Part>
  )
}

interface DeclaredProps extends Pick<Props, 'releaseId' | 'values'> {
  declared: NonNullable<Trust['egress']['declared']>
}

function Declared({ declared, releaseId, values }: DeclaredProps) {
  // The manifest has the titles of settings, which customers know them by.
  const { data: release } = useQuery({
    ...releaseQuery(releaseId),
    enabled: declared.some(({ setting }) => setting !== null),
  })
  const titleOf = (name: string) =>
    (release && settingsOf(release.manifest).find((setting) => setting.name === name)?.title) ?? name
  if (declared.length === 0) return <Text size="sm">{browse.egressNowhere}</Text>
  return (
    <PlainList>
      {declared.map(({ host, port, setting, purpose, personalData }) => {
        const entered = setting === null ? undefined : addressEndpoint(values?.[setting])
        const shown = host ?? entered?.host
        return (
          <EgressEntry key={setting ?? `${host}:${port}`} purpose={purpose} personalData={personalData}>
            {setting === null ? null : `${browse.egressSetting(titleOf(setting))} `}
            {shown === undefined ? null : <Code>{place(shown, host === null ? (entered?.port ?? null) : port)}</Code>}
          </EgressEntry>
        )
      })}
    </PlainList>
  )
}

function Observed({ observed, shared }: Pick<Trust['egress'], 'observed' | 'shared'>) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {texts.observedHosts} <Mark line={{ mark: 'observed', at: null, by: null }} />
      </Text>
      {observed.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.nothingObserved}
        </Text>
      ) : (
        <PlainList>
          {observed.slice(0, 12).map(({ host, port, declared, policySystem, connections, refused }) => (
            <li key={`${host} ${port}`}>
              <Text size="sm">
                <Code>{place(host, port)}</Code> {texts.connections(formatNumber(connections))}
                {refused > 0 ? `, ${texts.refused(formatNumber(refused))}` : ''}{' '}
                {policySystem ? <Tag>{texts.yourSystem}</Tag> : null}
                {declared || policySystem || host.startsWith('(') ? null : (
                  <Badge component="span" variant="light" color="clay" size="sm" radius="sm" tt="none" fw={500}>
                    {egress.undeclared}
                  </Badge>
                )}
              </Text>
            </li>
          ))}
        </PlainList>
      )}
      {shared && observed.length > 0 ? (
        <Text size="xs" c="dimmed" mt={4}>
          {texts.shared}
        </Text>
      ) : null}
    </div>
  )
}
