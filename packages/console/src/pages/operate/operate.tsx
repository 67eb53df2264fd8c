import { Outlet } from '@tanstack/react-router'
import { OnlyFor } from '../../parts/access/only-for.tsx'
import { operate } from '../../texts/operate.ts'
import { packageTexts } from '../../texts/packages.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'

export function OperatePage() {
  return (
    <OnlyFor who="operator">
      <PageHeader title={operate.title} lead={operate.lead} />
      <Tabs
        label={operate.title}
        tabs={[
          { label: operate.tabs.health, to: '/operate', exact: true },
          { label: operate.tabs.installations, to: '/operate/installations' },
          { label: operate.tabs.paused, to: '/operate/paused' },
          { label: operate.tabs.organizations, to: '/operate/organizations' },
          { label: operate.tabs.people, to: '/operate/people' },
          { label: packageTexts.tab, to: '/operate/packages' },
          { label: operate.tabs.signIn, to: '/operate/sign-in' },
          { label: operate.tabs.audit, to: '/operate/audit' },
        ]}
      />
      <Outlet />
    </OnlyFor>
  )
}
