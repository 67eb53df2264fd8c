import { Outlet } from '@tanstack/react-router'
import { OnlyFor } from '../../parts/access/only-for.tsx'
import { moderate } from '../../texts/moderate.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'

export function ModeratePage() {
  return (
    <OnlyFor who="moderator">
      <PageHeader title={moderate.title} lead={moderate.lead} />
      <Tabs
        label={moderate.title}
        tabs={[
          { label: moderate.queue, to: '/moderate', exact: true },
          { label: moderate.listings.title, to: '/moderate/listings' },
        ]}
      />
      <Outlet />
    </OnlyFor>
  )
}
