import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { installationQuery } from '../../queries/installation/installations.ts'
import { useMay } from '../../queries/session/may.ts'
import { manage } from '../../texts/manage.ts'
import { NotForYou } from '../access/only-for.tsx'

interface Props {
  installationId: string
  children: ReactNode
}

/** What a customer configured, was charged and tried. People of the platform who know the address are told once that it is not for them. */
export function ForMembers({ installationId, children }: Props) {
  const { data: installation } = useSuspenseQuery(installationQuery(installationId))
  return useMay('getConfiguration', installation) ? children : <NotForYou part text={manage.installation.forMembers} />
}
