import { useNavigate, useSearch } from '@tanstack/react-router'

type Words = Record<string, string | undefined>

/** The state of a list lives in its address: the words there, and how to change some of them. */
export function useAddress(): { words: Words; set: (change: Words) => void } {
  const words: Words = useSearch({ strict: false })
  const navigate = useNavigate()
  const set = (change: Words) =>
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (before: object) =>
        Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => Boolean(value))),
    })
  return { words, set }
}
