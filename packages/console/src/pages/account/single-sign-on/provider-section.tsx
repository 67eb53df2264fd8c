import type { ReactNode } from 'react'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import { useGrant } from '../../../queries/session/grant.ts'
import { type Asked, ownedBy } from '../../../queries/session/may.ts'
import { Section } from '../../../ui/layout/section.tsx'

interface Props {
  organization: { id: string }
  texts: { title: string; lead: string; remove: string; removeText: string }
  /** By which operation the connection is ended; there is nothing to end where there is none. */
  endedBy: Asked
  connected: boolean
  end: () => Promise<unknown>
  children: ReactNode
}

/** One of the connections to the directory of an organization, which can be ended. */
export function ProviderSection({ organization, texts, endedBy, connected, end, children }: Props) {
  const ending = useGrant(endedBy, ownedBy(organization))
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      actions={
        connected ? (
          <GrantedConfirm grant={ending} label={texts.remove} text={texts.removeText} color="red" act={end} />
        ) : null
      }
    >
      {children}
    </Section>
  )
}
