import { api } from '../client/api.ts'
import { pagedQuery } from '../client/paged.ts'

/** Releases with a package, and their installations. */
export const packageUsesQuery = (name: string) =>
  pagedQuery(['package-uses', name], ({ sort: _sort, ...ask }, signal) =>
    api.findPackages({ query: { ...ask, name }, signal }),
  )
