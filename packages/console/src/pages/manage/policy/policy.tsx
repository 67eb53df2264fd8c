import { Button } from '@mantine/core'
import { IconDownload, IconFileSearch } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { formatDuration, formatExact } from '../../../lib/format.ts'
import { policyActivityQuery, policyCsvAddress } from '../../../queries/activity/activity.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { activityTexts } from '../../../texts/activity.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { NoMatch } from '../../../ui/list/no-match.tsx'
import { Rows, rowStyles } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { Outcome } from '../activity/outcome.tsx'

const route = getRouteApi('/shell/manage/policies/$locator')
const texts = activityTexts.policyPage
const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))

/** One policy: what every application did to it, in order. */
export function PolicyPage() {
  const { locator } = route.useParams()
  const organization = useOrganization()
  const { words } = useAddress()
  return (
    <>
      <PageHeader
        crumbs={<Link to="/manage/policies">{activityTexts.policies.title}</Link>}
        title={texts.title(locator)}
        lead={texts.lead}
      />
      <Section
        flush
        title={activityTexts.title}
        actions={
          <>
            <FilterSelect
              label={activityTexts.kind}
              any={activityTexts.anyKind}
              options={options(activityTexts.kinds).filter(({ value }) => value !== 'hook')}
              word="kind"
            />
            <FilterSelect
              label={activityTexts.outcome}
              any={activityTexts.anyOutcome}
              options={options(activityTexts.outcomes)}
              word="outcome"
            />
            <FilterSelect label={texts.order} options={options(texts.orders)} word="order" otherwise="oldest" />
            {organization ? (
              <Button
                variant="default"
                component="a"
                href={policyCsvAddress(organization.id, locator, words)}
                download
                leftSection={<IconDownload size={15} />}
              >
                {activityTexts.csv}
              </Button>
            ) : null}
          </>
        }
      >
        {organization ? (
          <Boundary of={`${organization.id} ${locator} ${JSON.stringify(words)}`}>
            <Story org={organization.id} locator={locator} />
          </Boundary>
        ) : null}
      </Section>
    </>
  )
}

function Story({ org, locator }: { org: string; locator: string }) {
  const { words } = useAddress()
  const { kind, outcome, order } = words
  const { items, more } = usePaged(policyActivityQuery(org, locator, { kind, outcome, order }))
  if (items.length === 0) {
    const icon = <IconFileSearch size={26} stroke={1.5} />
    if (kind || outcome) return <NoMatch words={['kind', 'outcome']} title={activityTexts.emptyFiltered} icon={icon} />
    return <Empty title={texts.empty} text={texts.emptyText} icon={icon} />
  }
  return (
    <Rows
      caption={texts.title(locator)}
      items={items}
      more={more}
      keyOf={(entry) => entry.id}
      columns={[
        { label: activityTexts.at, cell: ({ at }) => <time dateTime={at}>{formatExact(at)}</time> },
        {
          label: activityTexts.what,
          long: true,
          cell: (entry) => (
            <Link
              className={rowStyles.link}
              to="/manage/installations/$installationId/activity"
              params={{ installationId: entry.installationId }}
              search={{ locator, open: entry.id }}
            >
              {entry.name}
            </Link>
          ),
        },
        { label: activityTexts.kind, cell: ({ kind: of }) => activityTexts.kinds[of] ?? of },
        {
          label: texts.installation,
          cell: ({ installationId, installationName }) => (
            <Link to="/manage/installations/$installationId" params={{ installationId }}>
              {installationName}
            </Link>
          ),
        },
        { label: activityTexts.outcome, cell: (entry) => <Outcome entry={entry} /> },
        {
          label: activityTexts.duration,
          cell: ({ durationMs }) => (durationMs === null ? '–' : formatDuration(durationMs)),
        },
      ]}
    />
  )
}
