import { Text, Title } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { formatClock } from '../../../lib/format.ts'
import { requestLogQuery } from '../../../queries/activity/activity.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { listingQuery } from '../../../queries/listing/listings.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { activityTexts as texts } from '../../../texts/activity.ts'
import styles from '../delivery/delivery-details.module.css'

interface Props {
  installation: Installation
  requestId: string
}

/** What the application wrote about a request. Its output serves all its customers, so only its publisher sees it. */
export function RequestLog({ installation, requestId }: Props) {
  const { data: listing } = useSuspenseQuery(listingQuery(installation.listing.id))
  const maySee = useMay('listListingLogs', ownedBy(listing.organization))
  const { data } = useQuery({ ...requestLogQuery(listing.id, requestId), enabled: maySee })
  if (!maySee || data === undefined) return null
  return (
    <div>
      <Title order={3} mb={4}>
        {texts.log}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {data.items.length === 0 ? texts.logEmpty : texts.logHint}
      </Text>
      {data.items.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <pre className={styles.code} tabIndex={0} role="document" aria-label={texts.log}>
          {data.items.map(({ at, text }) => `${formatClock(at)}  ${text}`).join('\n')}
        </pre>
      ) : null}
    </div>
  )
}
