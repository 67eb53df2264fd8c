import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { type Me, type Membership, meQuery } from './session.ts'

const storageKey = 'mkt.organization'
const listeners = new Set<() => void>()
let chosen = localStorage.getItem(storageKey)

export function chooseOrganization(id: string): void {
  chosen = id
  localStorage.setItem(storageKey, id)
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The person signed in. Pages below the shell always have one. */
export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery)
  if (!data) throw new Error('Nobody is signed in.')
  return data
}

function organizationOf({ organizations }: Me, id: string | null): Membership | undefined {
  return organizations.find((one) => one.id === id) ?? organizations[0]
}

/** The organization the person works in now: the one chosen last, else the first. */
export function useOrganization(): Membership | undefined {
  const me = useMe()
  return organizationOf(
    me,
    useSyncExternalStore(subscribe, () => chosen),
  )
}

/** Works in the organization that owns what is shown, where the person belongs to it: a link opens under the right one. */
export function useEnterOrganization(id: string): void {
  const { organizations } = useMe()
  const current = useOrganization()
  const enters = current !== undefined && current.id !== id && organizations.some((one) => one.id === id)
  useEffect(() => {
    if (enters) chooseOrganization(id)
  }, [enters, id])
}

/** The same before a page is shown; undefined while nobody is known to be signed in. */
export function organizationNow(client: QueryClient): Membership | undefined {
  const me = client.getQueryData(meQuery.queryKey)
  return me ? organizationOf(me, chosen) : undefined
}
