import { IconBug } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { severities } from '../../../parts/trust/severity.ts'
import { listingQuery } from '../../../queries/listing/listings.ts'
import { findingsRelease } from '../../../queries/release/findings.ts'
import { trust } from '../../../texts/trust.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { FindingList } from './finding-list.tsx'

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
  const releaseId = findingsRelease(listing, words.release)
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
          <FindingList listing={listing} releaseId={releaseId} />
        </Boundary>
      )}
    </Section>
  )
}
