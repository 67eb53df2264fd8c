import { Alert, Badge, Code, Text } from '@mantine/core'
import { addressEndpoint, declaredEgress, type Manifest, settingsOf } from '@mkt/manifest'
import type { ReactNode } from 'react'
import { browse } from '../../texts/browse.ts'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import styles from './asks.module.css'

interface Props {
  manifest: Manifest
  /** What the customer entered, where it is known: then the host is shown beside the setting. */
  values?: Readonly<Record<string, unknown>>
}

/** Where an app may send data, as its manifest declares it. */
export function Egress({ manifest, values }: Props) {
  const declared = declaredEgress(manifest)
  if (declared === undefined) {
    return (
      <Alert color="clay" role="note">
        {browse.egressAnywhere}
      </Alert>
    )
  }
  const { hosts, settings } = declared
  if (hosts.length + settings.length === 0) return <Text size="sm">{browse.egressNowhere}</Text>
  const titleOf = (name: string) => settingsOf(manifest).find((setting) => setting.name === name)?.title ?? name
  return (
    <PlainList>
      {hosts.map(({ host, port, purpose, personalData }) => (
        <EgressEntry key={`${host}:${port}`} purpose={purpose} personalData={personalData}>
          <Code>{port === 443 ? host : `${host}:${port}`}</Code>
        </EgressEntry>
      ))}
      {settings.map(({ setting, purpose, personalData }) => {
        const endpoint = addressEndpoint(values?.[setting])
        return (
          <EgressEntry key={setting} purpose={purpose} personalData={personalData}>
            {browse.egressSetting(titleOf(setting))}{' '}
            {endpoint ? <Code>{`${endpoint.host}:${endpoint.port}`}</Code> : null}
          </EgressEntry>
        )
      })}
    </PlainList>
  )
}

/** One place that data may go to: where, what for, and whether it is about people. */
export function EgressEntry(props: { purpose: string; personalData: boolean; children: ReactNode }) {
  const { purpose, personalData, children } = props
  return (
    <li>
      <Text size="sm" className={styles.ask}>
        {children}{' '}
        {personalData ? (
          <Badge component="span" variant="light" color="clay" size="sm" radius="sm" tt="none" fw={500}>
            {browse.personalData}
          </Badge>
        ) : null}
      </Text>
      <Text size="xs" c="dimmed">
        {purpose}
      </Text>
    </li>
  )
}
