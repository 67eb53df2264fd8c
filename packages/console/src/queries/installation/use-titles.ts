import { mappingFieldsOf, type Setting, settingsOf } from '@mkt/manifest'
import { useSuspenseQuery } from '@tanstack/react-query'
import { releaseQuery } from '../release/releases.ts'
import { installationQuery } from './installations.ts'

interface Titles {
  /** What the present release calls a setting or field; a name it no longer has stands for itself. */
  titleOf: (name: string) => string
  /** The setting in the present release, if it still has it. */
  settingOf: (name: string) => Setting | undefined
}

/** The words of the present release for names of its settings and fields, and what the settings are. */
export function useTitles(installationId: string): Titles {
  const { data: installation } = useSuspenseQuery(installationQuery(installationId))
  const { data: release } = useSuspenseQuery(releaseQuery(installation.release.id))
  const settings = settingsOf(release.manifest)
  const titles = new Map([...settings, ...mappingFieldsOf(release.manifest)].map(({ name, title }) => [name, title]))
  return {
    titleOf: (name) => titles.get(name) ?? name,
    settingOf: (name) => settings.find((setting) => setting.name === name),
  }
}
