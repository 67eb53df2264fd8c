import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../lib/format.ts'
import { releaseQuery } from '../../queries/release/releases.ts'
import { browse } from '../../texts/browse.ts'
import { Tag } from '../../ui/text/tag.tsx'

/** Says that the release conforms, where its publisher recorded it; nothing otherwise. */
export function ConformanceTag({ releaseId }: { releaseId: string }) {
  const { data: release } = useQuery(releaseQuery(releaseId))
  if (release?.conformance?.conforms !== true) return null
  const { version, conformance } = release
  return (
    <span title={browse.conformsDetail(version, formatDay(conformance.at))}>
      <Tag>{browse.conforms}</Tag>
    </span>
  )
}
