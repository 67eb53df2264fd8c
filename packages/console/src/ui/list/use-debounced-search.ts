import { useDebouncedCallback } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'

/** Calls back when typing has paused, unless the person has gone to another page meanwhile. */
export function useDebouncedSearch(callback: (text: string) => void, milliseconds = 250): (text: string) => void {
  const router = useRouter()
  const typedOn = useRef('')
  const later = useDebouncedCallback((text: string) => {
    if (router.latestLocation.pathname === typedOn.current) callback(text)
  }, milliseconds)
  return (text) => {
    typedOn.current = router.latestLocation.pathname
    later(text)
  }
}
