import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconBug } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatDay } from '../../../lib/format.ts'
import { Granted } from '../../../parts/access/granted.tsx'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import { AdvisoryLink } from '../../../parts/trust/advisory-link.tsx'
import { severities, severityColors } from '../../../parts/trust/severity.ts'
import { type Listing, listingQuery } from '../../../queries/listing/listings.ts'
import { type Finding, type Findings, findingsQuery, useDeleteException } from '../../../queries/release/findings.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import { trust } from '../../../texts/trust.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { Named } from '../../../ui/text/named.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { ExceptFinding } from './except-finding.tsx'

const route = getRouteApi('/shell/publish/$listingId/findings')
const texts = trust.findings
const icon = <IconBug size={26} stroke={1.5} />

/** Advisories that fit the live release, or the one that customers run, with the age of the data and what was said about each. */
export function OwnListingFindings() {
  const { listingId } = route.useParams()
  const { data: listing } = useSuspenseQuery(listingQuery(listingId))
  const { words } = useAddress()
  const { currentReleaseId, promotedReleaseId } = listing
  const other = promotedReleaseId !== null && promotedReleaseId !== currentReleaseId ? promotedReleaseId : null
  const releaseId = (words.release === 'promoted' ? other : null) ?? currentReleaseId ?? promotedReleaseId
  return (
    <Section
      flush
      title={texts.title}
      lead={texts.lead}
      actions={
        <>
          {other === null ? null : (
            <FilterSelect
              label={texts.release}
              any={texts.liveRelease}
              options={[{ value: 'promoted', label: texts.promotedRelease }]}
              word="release"
            />
          )}
          <FilterSelect
            label={texts.severity}
            any={texts.anySeverity}
            options={severities.map((value) => ({ value, label: trust.severities[value] }))}
            word="severity"
          />
          <FilterSelect
            label={texts.state}
            any={texts.anyState}
            options={Object.entries(texts.states).map(([value, label]) => ({ value, label }))}
            word="state"
          />
        </>
      }
    >
      {releaseId === null ? (
        <Empty title={texts.none} text={texts.noneText} icon={icon} />
      ) : (
        <Boundary of={JSON.stringify(words)}>
          <Found listing={listing} releaseId={releaseId} />
        </Boundary>
      )}
    </Section>
  )
}

function Found({ listing, releaseId }: { listing: Listing; releaseId: string }) {
  const { words } = useAddress()
  const { data } = useSuspenseQuery(findingsQuery(releaseId, { severity: words.severity, state: words.state }))
  if (data.knowledge === 'unknown')
    return <Empty title={trust.findingsUnknown} text={trust.findingsUnknownText} icon={icon} />
  return (
    <>
      <Data findings={data} />
      {data.items.length === 0 ? (
        <Empty title={words.severity || words.state ? texts.empty : trust.findingsNone} icon={icon} />
      ) : (
        <Rows
          caption={texts.title}
          items={data.items}
          keyOf={(finding) => `${finding.advisory} ${finding.package} ${finding.installed}`}
          columns={[
            {
              label: texts.advisory,
              width: '36%',
              cell: (finding) => <Named name={<AdvisoryLink id={finding.advisory} />} detail={finding.summary} />,
            },
            {
              label: texts.severity,
              cell: ({ severity }) => (
                <Badge variant="light" radius="sm" tt="none" color={severityColors[severity]}>
                  {trust.severities[severity]}
                </Badge>
              ),
            },
            { label: texts.package, long: true, cell: (finding) => `${finding.package} ${finding.installed}` },
            { label: texts.fixed, long: true, cell: ({ fixed }) => fixed.join(', ') || '–' },
            { label: texts.state, cell: (finding) => <State finding={finding} /> },
            {
              label: '',
              align: 'right',
              cell: (finding) => <Moves listing={listing} finding={finding} />,
            },
          ]}
        />
      )}
    </>
  )
}

/** How old the data is: no findings without data would say nothing. */
function Data({ findings: { knowledge, data } }: { findings: Findings }) {
  return (
    <Stack gap={2} px={22} py={10}>
      {knowledge === 'partly' ? <Text size="sm">{trust.findingsPartly}</Text> : null}
      {data.map(({ ecosystem, importedAt }) => (
        <Text key={ecosystem} size="xs" c="dimmed">
          {ecosystem}: {trust.dataAt} <Time at={importedAt} />
        </Text>
      ))}
    </Stack>
  )
}

function State({ finding: { state, exception } }: { finding: Finding }) {
  return (
    <>
      <Text size="sm">{texts.states[state]}</Text>
      {exception === null ? null : (
        <Text size="xs" c="dimmed">
          {exception.reason} ({exception.author}, {texts.until(formatDay(exception.until))})
        </Text>
      )}
    </>
  )
}

function Moves({ listing, finding }: { listing: Listing; finding: Finding }) {
  const withdraw = useDeleteException()
  const excepting = useGrant('createException', ownedBy(listing.organization))
  const withdrawing = useGrant('deleteException', ownedBy(listing.organization))
  const { advisory, exception } = finding
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {exception === null ? (
        <Granted
          grant={excepting}
          size="compact-sm"
          variant="subtle"
          label={texts.except}
          of={`${advisory} ${finding.package}`}
        >
          <ExceptFinding listingId={listing.id} finding={finding} />
        </Granted>
      ) : (
        <GrantedConfirm
          grant={withdrawing}
          size="compact-sm"
          variant="subtle"
          label={texts.withdraw}
          of={advisory}
          text={texts.withdrawText}
          act={() => withdraw.mutateAsync(exception.id)}
        />
      )}
    </Group>
  )
}
