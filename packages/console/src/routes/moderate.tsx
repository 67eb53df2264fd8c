import { Outlet } from '@tanstack/react-router'
import { OnlyFor } from '../components/only-for.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { Tabs } from '../components/tabs.tsx'
import { moderate } from '../texts/moderate.ts'

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
