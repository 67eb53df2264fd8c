import { Checkbox, Group, Text } from '@mantine/core'
import { InstallationLink } from '../../../parts/installation/installation-link.tsx'
import { ListingIcon } from '../../../parts/listing/listing-icon.tsx'
import type { Installation } from '../../../queries/installation/installations.ts'
import { bulkTexts } from '../../../texts/bulk.ts'

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
        <InstallationLink id={installation.id} test={installation.test}>
          {installation.name}
        </InstallationLink>
        <Text size="xs" c="dimmed">
          {installation.name === installation.listing.title ? null : `${installation.listing.title} · `}
          {installation.listing.name}
        </Text>
      </div>
    </Group>
  )
}
