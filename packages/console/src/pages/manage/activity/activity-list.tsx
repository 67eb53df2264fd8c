import { Text } from '@mantine/core'
import { IconActivity } from '@tabler/icons-react'
import { formatClock, formatDuration, formatExact } from '../../../lib/format.ts'
import { type Activity, activityQuery } from '../../../queries/activity/activity.ts'
import { filterOfWords } from '../../../queries/activity/activity-words.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { activityTexts as texts } from '../../../texts/activity.ts'
import { common } from '../../../texts/common.ts'
import { manage } from '../../../texts/manage.ts'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { type Column, rowStyles } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { ActivityDrawer } from './activity-drawer.tsx'
import { Locators } from './locators.tsx'
import { Outcome } from './outcome.tsx'
import { useStepKeys } from './use-step-keys.ts'

/** The list, and the entry that is open beside it. */
export function ActivityList({ installation }: { installation: Installation }) {
  const { words, set, push } = useAddress()
  const sorting = useSorting(defaultOrders.activity, ['at'])
  const { items, more } = usePaged(activityQuery(installation.id, filterOfWords(words)), sorting)
  const at = items.findIndex(({ id }) => id === words.open)
  const stepTo = (entry: Activity | undefined) => entry && (() => set({ open: entry.id }))
  const steps = {
    next: at < 0 ? undefined : stepTo(items[at + 1]),
    previous: at < 1 ? undefined : stepTo(items[at - 1]),
  }
  useStepKeys(steps)
  const columns: Column<Activity>[] = [
    {
      label: texts.what,
      cell: (entry) => (
        <>
          <button
            type="button"
            className={rowStyles.link}
            aria-label={common.of(entry.name, formatClock(entry.at))}
            onClick={() => push({ open: entry.id })}
          >
            {entry.name}
          </button>{' '}
          {entry.test ? <Tag>{manage.test}</Tag> : null}
        </>
      ),
    },
    { label: texts.kind, cell: (entry) => texts.kinds[entry.kind] ?? entry.kind },
    { label: texts.outcome, cell: (entry) => <Outcome entry={entry} /> },
    {
      label: texts.duration,
      cell: ({ durationMs, attempts }) => (
        <Text size="sm" component="span">
          {durationMs === null ? '–' : formatDuration(durationMs)}
          {attempts > 1 ? ` · ${texts.attempts(attempts)}` : ''}
        </Text>
      ),
    },
    {
      label: texts.policy,
      cell: ({ locators }) => <Locators short locators={locators} organizationId={installation.organizationId} />,
    },
    { label: texts.at, sort: '-at', cell: ({ at }) => <time dateTime={at}>{formatExact(at)}</time> },
  ]
  return (
    <>
      <ListRows
        empty={{ title: texts.empty, text: texts.emptyText, icon: <IconActivity size={26} stroke={1.5} /> }}
        noMatch={texts.emptyFiltered}
        caption={texts.title}
        items={items}
        more={more}
        sorting={sorting}
        keyOf={(entry) => entry.id}
        columns={columns}
      />
      <ActivityDrawer
        id={words.open}
        installation={installation}
        steps={steps}
        onClose={() => set({ open: undefined, attempts: undefined })}
      />
    </>
  )
}
