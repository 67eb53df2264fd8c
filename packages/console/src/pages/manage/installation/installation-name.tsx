import { Checkbox, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ListingIcon } from '../../../parts/listing/listing-icon.tsx'
import type { Installation } from '../../../queries/installation/installations.ts'
import { bulkTexts } from '../../../texts/bulk.ts'
import { manage } from '../../../texts/manage.ts'
import { rowStyles } from '../../../ui/list/rows.tsx'
import { Tag } from '../../../ui/text/tag.tsx'

interface Selecting {
  selected: boolean
  onSelect: () => void
}

export function InstallationName({
  installation,
  selecting,
}: {
  installation: Installation
  selecting: Selecting | undefined
}) {
  return (
    <Group gap={12} wrap="nowrap">
      {selecting ? (
        <Checkbox
          aria-label={bulkTexts.select(installation.name)}
          checked={selecting.selected}
          onChange={selecting.onSelect}
        />
      ) : null}
      <ListingIcon listing={installation.listing} size={34} />
      <div>
        <Link
          to="/manage/installations/$installationId"
          params={{ installationId: installation.id }}
          className={rowStyles.link}
        >
          {installation.name}
        </Link>{' '}
        {installation.test ? <Tag>{manage.test}</Tag> : null}
        <Text size="xs" c="dimmed">
          {installation.name === installation.listing.title ? null : `${installation.listing.title} · `}
          {installation.listing.name}
        </Text>
      </div>
    </Group>
  )
}
