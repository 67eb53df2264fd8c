import { useState } from 'react'
import { useOrganization } from '../queries/session/current-organization.ts'
import { LatePart } from '../ui/feedback/late-part.tsx'
import { lazyParts } from './lazy-parts.ts'
import { SwitcherButton } from './switcher-button.tsx'

/** The organization one works in, and the way to another. */
export function OrganizationSwitcher() {
  const [asked, setAsked] = useState(false)
  if (!useOrganization()) return null
  return (
    <LatePart
      script={lazyParts.organizationMenu}
      props={{}}
      wanted={asked}
      waiting={<SwitcherButton aria-haspopup="menu" onClick={() => setAsked(true)} />}
      onGiveUp={() => setAsked(false)}
    />
  )
}
