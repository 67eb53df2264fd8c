import type { ReactNode } from 'react'
import { Granted } from '../../../parts/access/granted.tsx'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { type Asked, ownedBy } from '../../../queries/session/may.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'

interface Props {
  texts: { title: string; lead: string; add: string }
  /** By which operation one more is made. */
  addedBy: Asked
  /** The button for it. */
  add: (org: string) => ReactNode
  children: (org: string) => ReactNode
}

/** A short list of what the organization has of something, and the way to one more. */
export function OrganizationList({ texts, addedBy, add, children }: Props) {
  const organization = useOrganization()
  const adding = useGrant(addedBy, ownedBy(organization))
  if (!organization) return null
  return (
    <Section
      flush
      title={texts.title}
      lead={texts.lead}
      actions={
        <Granted grant={adding} label={texts.add}>
          {add(organization.id)}
        </Granted>
      }
    >
      <Boundary of={organization.id}>{children(organization.id)}</Boundary>
    </Section>
  )
}
