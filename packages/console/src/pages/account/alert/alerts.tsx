import { Badge, Button, Group, Text } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Granted } from '../../../parts/access/granted.tsx'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import {
  type AlertRule,
  alertRulesQuery,
  useDeleteAlertRule,
  useTestAlertRule,
} from '../../../queries/accounts/alerts.ts'
import { useWatchable } from '../../../queries/accounts/watchable.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import { alerts as texts } from '../../../texts/alerts.ts'
import { common } from '../../../texts/common.ts'
import { mail } from '../../../texts/mail.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { tellDone, tellFailed } from '../../../ui/feedback/tell-done.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { Named } from '../../../ui/text/named.tsx'
import { thresholds } from './alert-draft.ts'
import { EditAlert } from './edit-alert.tsx'
import { NewAlert } from './new-alert.tsx'

/** What an organization asked to be told of. */
export function AlertsPage() {
  const organization = useOrganization()
  const adding = useGrant('createAlertRule', ownedBy(organization))
  if (!organization) return null
  return (
    <Section
      flush
      title={texts.title}
      lead={texts.lead}
      actions={
        <Granted grant={adding} label={texts.add}>
          <NewAlert org={organization.id} />
        </Granted>
      }
    >
      <Boundary of={organization.id}>
        <Alerts org={organization.id} />
      </Boundary>
    </Section>
  )
}

function Alerts({ org }: { org: string }) {
  const { data } = useSuspenseQuery(alertRulesQuery(org))
  const { listings, installations } = useWatchable(
    org,
    data.rules.some(({ listingId, installationId }) => (listingId ?? installationId) !== null),
  )
  const watched = ({ listingId, installationId }: AlertRule) =>
    [...listings, ...installations].find(({ value }) => value === (listingId ?? installationId))?.label
  if (data.rules.length === 0)
    return <Empty title={texts.empty} text={texts.emptyText} icon={<IconBellRinging size={26} stroke={1.5} />} />
  return (
    <Rows
      caption={texts.title}
      items={data.rules}
      keyOf={(rule) => rule.id}
      columns={[
        { label: texts.name, cell: (rule) => <Named name={rule.name} detail={condition(rule, watched(rule))} /> },
        { label: texts.to, long: true, cell: (rule) => `${texts.targets[rule.target]}: ${rule.address}` },
        {
          label: texts.quiet,
          cell: ({ quietHours }) => (quietHours ? `${quietHours.from}–${quietHours.to} ${quietHours.timeZone}` : '–'),
        },
        { label: texts.state, long: true, cell: (rule) => <State rule={rule} /> },
        { label: '', align: 'right', cell: (rule) => <Buttons org={org} rule={rule} /> },
      ]}
    />
  )
}

function condition({ kind, threshold, topics }: AlertRule, watched: string | undefined): string {
  const counted = thresholds[kind] === null ? '' : ` (${texts.thresholds[kind]}: ${threshold})`
  const named = topics.map((topic) => mail.topics[topic].title)
  const more = [...named, ...(watched === undefined ? [] : [watched])].join(', ')
  return `${texts.kinds[kind]}${counted}${more === '' ? '' : `: ${more}`}`
}

function State({ rule }: { rule: AlertRule }) {
  return (
    <>
      <Badge variant="light" radius="sm" tt="none" color={rule.firing > 0 ? 'red' : 'pine'}>
        {rule.firing > 0 ? texts.firing(rule.firing) : texts.calm}
      </Badge>
      {rule.problem ? (
        <Text size="sm" c="red">
          {rule.problem}
        </Text>
      ) : null}
    </>
  )
}

function Buttons({ org, rule }: { org: string; rule: AlertRule }) {
  const subject = ownedBy({ id: org })
  const changing = useGrant('changeAlertRule', subject)
  const testing = useGrant('testAlertRule', subject)
  const removing = useGrant('deleteAlertRule', subject)
  const test = useTestAlertRule()
  const remove = useDeleteAlertRule()
  const tell = ({ taken, problem }: { taken: boolean; problem: string | null }) =>
    taken ? tellDone(texts.taken) : tellFailed(texts.notTaken, problem ?? '')
  return (
    <Group justify="flex-end" gap={4} wrap="nowrap">
      <Granted grant={testing} label={texts.test} of={rule.name} size="compact-sm" variant="subtle">
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={common.of(texts.test, rule.name)}
          loading={test.isPending}
          onClick={() => test.mutate(rule.id, { onSuccess: tell })}
        >
          {texts.test}
        </Button>
      </Granted>
      <Granted grant={changing} label={texts.edit} of={rule.name} size="compact-sm" variant="subtle">
        <EditAlert org={org} rule={rule} />
      </Granted>
      <GrantedConfirm
        grant={removing}
        size="compact-sm"
        variant="subtle"
        color="red"
        label={texts.remove}
        of={rule.name}
        text={texts.removeText}
        done={texts.removed}
        act={() => remove.mutateAsync(rule.id)}
      />
    </Group>
  )
}
