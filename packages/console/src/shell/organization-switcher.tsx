import { Suspense, useState } from 'react'
import { useOrganization } from '../queries/session/current-organization.ts'
import { OrganizationMenu } from './lazy-parts.ts'
import { SwitcherButton } from './switcher-button.tsx'

/** The organization one works in, and the way to another. */
export function OrganizationSwitcher() {
  const [asked, setAsked] = useState(false)
  if (!useOrganization()) return null
  const button = <SwitcherButton aria-haspopup="menu" onClick={() => setAsked(true)} />
  return asked ? (
    <Suspense fallback={button}>
      <OrganizationMenu />
    </Suspense>
  ) : (
    button
  )
}
