import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { joinAddress } from '../lib/organization-address.ts'
import { useOrganization } from '../queries/session/current-organization.ts'

/** Keeps the organization one works in in the address, so that a copied link opens under it. */
export function useOrganizationAddress(): void {
  const { history } = useRouter()
  const organization = useOrganization()
  const pathname = useLocation({ select: (location) => location.pathname })
  const wanted = joinAddress(pathname, organization?.name)
  useEffect(() => {
    const { pathname: shown, search, hash, state } = history.location
    if (wanted === shown || !shown.endsWith(pathname)) return
    history.replace(wanted + search + hash, state)
  }, [history, pathname, wanted])
}
