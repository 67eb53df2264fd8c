import { Badge, Stack, Text } from '@mantine/core'
import { IconBug } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { formatDay } from '../../../lib/format.ts'
import { AdvisoryLink } from '../../../parts/trust/advisory-link.tsx'
import { severityColors } from '../../../parts/trust/severity.ts'
import type { Listing } from '../../../queries/listing/listings.ts'
import { type Finding, type Findings, findingsQuery } from '../../../queries/release/findings.ts'
import { trust } from '../../../texts/trust.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { Named } from '../../../ui/text/named.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { FindingMoves } from './finding-moves.tsx'

const texts = trust.findings
const icon = <IconBug size={26} stroke={1.5} />

export function FindingList({ listing, releaseId }: { listing: Listing; releaseId: string }) {
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
              cell: (finding) => <FindingMoves listing={listing} finding={finding} />,
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
