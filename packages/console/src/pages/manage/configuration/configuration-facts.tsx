import { Stack, Text, Title } from '@mantine/core'
import { editedText, type Manifest, mappingFieldsOf, settingsOf } from '@mkt/manifest'
import { SettingValue } from '../../../forms/setting-value.tsx'
import { formatTime } from '../../../lib/format.ts'
import type { Configuration } from '../../../queries/installation/configurations.ts'
import { manage } from '../../../texts/manage.ts'
import { type Fact, Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { mappedPlace } from './mapped-place.ts'

const texts = manage.configuration

interface Props {
  configuration: Configuration
  manifest: Manifest
}

/** A configuration to read, for people who may not change it. Of a secret it says only that it is set, and since when. */
export function ConfigurationFacts({ configuration, manifest }: Props) {
  const settings = settingsOf(manifest).flatMap((setting): Fact[] => {
    const { name, title } = setting
    const value = configuration.settings[name]
    if (value === undefined) return []
    if (typeof value === 'object' && !Array.isArray(value))
      return [{ name: title, value: texts.secretSet(formatTime(value.updatedAt)) }]
    return [{ name: title, value: <SettingValue setting={setting} value={editedText(setting, value)} /> }]
  })
  const titles = new Map(mappingFieldsOf(manifest).map(({ name, title }) => [name, title]))
  const empty = settings.length === 0 && configuration.mappings.length === 0
  return (
    <Section title={texts.title}>
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {texts.notYours}
        </Text>
        {empty ? <Text>{texts.nothing}</Text> : <Facts rows={settings} />}
        {configuration.mappings.map(({ productName, fields }) => (
          <div key={productName}>
            <Title order={3} mb="xs">
              {texts.mappings}: {productName}
            </Title>
            <Facts
              rows={Object.entries(fields).map(([name, path]) => ({
                name: titles.get(name) ?? name,
                value: mappedPlace(path),
              }))}
            />
          </div>
        ))}
      </Stack>
    </Section>
  )
}
