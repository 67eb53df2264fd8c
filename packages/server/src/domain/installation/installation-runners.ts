import type { Role } from '@mkt/contract/api'

/** Who is told when an installation needs attention: those who can do something about it. */
export function runnersOf(installation: { test: boolean } | undefined): readonly Role[] {
  return installation?.test ? ['owner', 'admin', 'operations', 'developer'] : ['owner', 'admin', 'operations']
}
