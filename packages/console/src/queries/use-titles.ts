import { mappingFieldsOf, settingsOf } from '@mkt/manifest'
import { useSuspenseQuery } from '@tanstack/react-query'
import { installationQuery } from './installations.ts'
import { releaseQuery } from './releases.ts'

/** What the present release calls its settings and fields, by their names; a name it no longer has stands for itself. */
export function useTitles(installationId: string): (name: string) => string {
  const { data: installation } = useSuspenseQuery(installationQuery(installationId))
  const { data: release } = useSuspenseQuery(releaseQuery(installation.release.id))
  const named = [...settingsOf(release.manifest), ...mappingFieldsOf(release.manifest)]
  const titles = new Map(named.map(({ name, title }) => [name, title]))
  return (name) => titles.get(name) ?? name
}
