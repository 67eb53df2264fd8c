import { useSuspenseQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
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

/** The organization the person works in now: the one chosen last, else the first. */
export function useOrganization(): Membership | undefined {
  const { organizations } = useMe()
  const id = useSyncExternalStore(subscribe, () => chosen)
  return organizations.find((one) => one.id === id) ?? organizations[0]
}

const rank = { viewer: 0, developer: 1, admin: 2, owner: 3 }

/** Whether the role reaches at least the given one. The server decides; this only hides what it would refuse. */
export function mayAs(organization: Membership | undefined, least: keyof typeof rank): boolean {
  return organization !== undefined && rank[organization.role] >= rank[least]
}
