import { Text } from '@mantine/core'
import { InstallationLink } from '../../../parts/installation/installation-link.tsx'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import type { Installs } from '../../../queries/listing/listings.ts'
import { manage } from '../../../texts/manage.ts'
import { publish } from '../../../texts/publish.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { FilterInput } from '../../../ui/list/filter-input.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { useLocalList } from '../../../ui/list/use-local-list.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { Time } from '../../../ui/text/time.tsx'

const texts = publish.usage
type FailingInstall = Installs['failing'][number]
const failingList = {
  defaultOrder: '-at',
  keys: {
    tenant: (one: FailingInstall) => one.tenant,
    version: (one: FailingInstall) => one.version,
    state: (one: FailingInstall) => one.state,
    at: (one: FailingInstall) => one.at,
  },
  text: (one: FailingInstall) => `${one.tenant} ${one.version} ${one.reason}`,
  sort: 'failing',
  q: 'failure',
}

export function FailingInstalls({ failing }: { failing: Installs['failing'] }) {
  const { items, more, sorting, search } = useLocalList(failing, failingList)
  return (
    <Section
      flush
      title={texts.failing}
      actions={search ? <FilterInput label={texts.searchFailing} {...search} /> : null}
    >
      <Rows
        caption={texts.failing}
        items={items}
        more={more}
        sorting={sorting}
        keyOf={(one) => one.installationId}
        columns={[
          {
            label: manage.columns.tenant,
            sort: 'tenant',
            cell: (one) => (
              <InstallationLink id={one.installationId}>
                {one.name} · {one.tenant}
              </InstallationLink>
            ),
          },
          { label: texts.release, sort: '-version', cell: (one) => <Tag mono>{one.version}</Tag> },
          { label: publish.columns.state, sort: 'state', cell: (one) => <StateBadge state={one.state} /> },
          {
            label: texts.fails,
            long: true,
            cell: (one) => (
              <div>
                {one.step ? <Text size="sm">{texts.steps[one.step] ?? one.step}</Text> : null}
                <Text size="xs" c="dimmed">
                  {one.reason}
                </Text>
              </div>
            ),
          },
          { label: publish.columns.updated, sort: '-at', cell: (one) => <Time at={one.at} /> },
        ]}
      />
    </Section>
  )
}
