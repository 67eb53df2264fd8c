import { mappingFieldsOf, settingsOf } from '@mkt/manifest'
import { useSuspenseQuery } from '@tanstack/react-query'
import { releaseQuery } from '../release/releases.ts'
import { installationQuery } from './installations.ts'

interface Titles {
  /** What the present release calls a setting or field; a name it no longer has stands for itself. */
  titleOf: (name: string) => string
  /** What a person chose: the text of an offered value, or the value itself. */
  chosenOf: (name: string, value: string) => string
}

/** The words of the present release for names and offered values of its settings and fields. */
export function useTitles(installationId: string): Titles {
  const { data: installation } = useSuspenseQuery(installationQuery(installationId))
  const { data: release } = useSuspenseQuery(releaseQuery(installation.release.id))
  const settings = settingsOf(release.manifest)
  const titles = new Map([...settings, ...mappingFieldsOf(release.manifest)].map(({ name, title }) => [name, title]))
  return {
    titleOf: (name) => titles.get(name) ?? name,
    chosenOf: (name, value) => {
      const values = settings.find((setting) => setting.name === name)?.values
      return values?.find((item) => item.value === value)?.text ?? value
    },
  }
}
