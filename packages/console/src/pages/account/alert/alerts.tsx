import { Badge, Button, Text } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Granted } from '../../../parts/access/granted.tsx'
import { RowConfirm } from '../../../parts/access/row-confirm.tsx'
import {
  type AlertRule,
  alertRulesQuery,
  useDeleteAlertRule,
  useTestAlertRule,
} from '../../../queries/accounts/alerts.ts'
import { useWatchable } from '../../../queries/accounts/watchable.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import { alerts as texts } from '../../../texts/alerts.ts'
import { common } from '../../../texts/common.ts'
import { mail } from '../../../texts/mail.ts'
import { tellDone, tellFailed } from '../../../ui/feedback/tell-done.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { RowButtons } from '../../../ui/list/row-buttons.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { Named } from '../../../ui/text/named.tsx'
import { OrganizationList } from '../organization/organization-list.tsx'
import { thresholds } from './alert-draft.ts'
import { EditAlert } from './edit-alert.tsx'
import { NewAlert } from './new-alert.tsx'

/** What an organization asked to be told of. */
export function AlertsPage() {
  return (
    <OrganizationList texts={texts} addedBy="createAlertRule" add={(org) => <NewAlert org={org} />}>
      {(org) => <Alerts org={org} />}
    </OrganizationList>
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
    <RowButtons>
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
      <RowConfirm
        grant={removing}
        red
        label={texts.remove}
        of={rule.name}
        text={texts.removeText}
        done={texts.removed}
        act={() => remove.mutateAsync(rule.id)}
      />
    </RowButtons>
  )
}
