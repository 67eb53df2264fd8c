import { RefusedError } from '@mkt/contract/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { notePosition } from '../client/position.ts'

/** Who is signed in; null when nobody is. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    try {
      const { person, organizations, preferences, lists, withheld, position } = await api.getMe({ signal })
      notePosition(position)
      return person ? { person, organizations, preferences, lists, withheld } : null
    } catch (failure) {
      if (failure instanceof RefusedError && failure.status === 401) return null
      throw failure
    }
  },
})

export type Me = NonNullable<Awaited<ReturnType<NonNullable<typeof meQuery.queryFn>>>>
export type Membership = Me['organizations'][number]
