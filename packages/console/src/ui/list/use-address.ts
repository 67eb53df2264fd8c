import { useNavigate, useSearch } from '@tanstack/react-router'

type Words = Record<string, string | undefined>

interface Address {
  words: Words
  set: (change: Words) => void
  /** Changes words as a step of its own, so that Back undoes it: for what opens. */
  push: (change: Words) => void
}

/** The state of a list lives in its address: the words there, and how to change some of them. */
export function useAddress(): Address {
  const words: Words = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (to: Words, replace: boolean) =>
    void navigate({
      to: '.',
      replace,
      resetScroll: false,
      search: (before: object) =>
        Object.fromEntries(Object.entries({ ...before, ...to }).filter(([, value]) => Boolean(value))),
    })
  return { words, set: (to) => change(to, true), push: (to) => change(to, false) }
}
