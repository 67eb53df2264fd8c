import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { type Me, type Membership, meQuery } from './session.ts'

const storageKey = 'mkt.organization'
const listeners = new Set<() => void>()
let chosen = localStorage.getItem(storageKey)
/** The name of the organization in the address, where it names one. */
let addressed: string | undefined

const tellAll = () => {
  for (const tell of listeners) tell()
}

export function chooseOrganization(id: string): void {
  chosen = id
  // The address follows the choice.
  addressed = undefined
  localStorage.setItem(storageKey, id)
  tellAll()
}

/** Notes the organization that an address names as it is opened. */
export function addressOrganization(name: string | undefined): void {
  if (addressed === name) return
  addressed = name
  tellAll()
}

/** Works in the organization that the address names. Gives its name back where the person does not belong to it. */
export function enterAddressed(me: Me): string | undefined {
  if (addressed === undefined) return undefined
  const named = me.organizations.find(({ name }) => name === addressed)
  if (named === undefined) return addressed
  if (named.id !== chosen) {
    chosen = named.id
    localStorage.setItem(storageKey, named.id)
    tellAll()
  }
  return undefined
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
  return me ? (me.organizations.find(({ name }) => name === addressed) ?? organizationOf(me, chosen)) : undefined
}
