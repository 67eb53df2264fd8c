import { Button, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { formatExact, formatNumber } from '../../lib/format.ts'
import { timeFormats } from '../../lib/time-formats.ts'
import { useSetPreferences } from '../../queries/session/account.ts'
import { useMe } from '../../queries/session/current-organization.ts'
import { common } from '../../texts/common.ts'
import { organizationTexts } from '../../texts/organization.ts'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { tellDone } from '../../ui/feedback/tell-done.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useNow } from '../../ui/text/use-now.ts'

const texts = organizationTexts.preferences
const usual = ''
const locales = ['en-US', 'de-DE', 'de-CH', 'fr-FR', 'es-ES', 'it-IT', 'nl-NL', 'pl-PL', 'pt-BR', 'sv-SE', 'ja-JP']
const names = new Intl.DisplayNames('en', { type: 'language' })

/** A choice that was made elsewhere stays one. */
function offered(all: readonly string[], chosen: string, nameOf: (value: string) => string) {
  const known = chosen === usual || all.includes(chosen) ? all : [chosen, ...all]
  return known.map((value) => ({ value, label: nameOf(value) }))
}

/** In which zone a person reads times, and how dates and numbers are written. */
export function PreferencesSection() {
  const { preferences } = useMe()
  const [zone, setZone] = useState(preferences?.timeZone ?? usual)
  const [locale, setLocale] = useState(preferences?.locale ?? usual)
  const saving = useSetPreferences()
  const now = useNow()
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const zones = offered(zoneNames(), zone, (name) => name)
  const ways = [
    { value: usual, label: names.of('en-GB') ?? 'en-GB' },
    ...offered(locales, locale, (name) => names.of(name) ?? name),
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate({ timeZone: zone || null, locale: locale || null }, { onSuccess: () => tellDone(common.saved) })
  }
  return (
    <Section title={texts.title} lead={texts.lead}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <FailureNote failure={saving.error} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label={texts.timeZone}
              data={zones}
              // Empty is the zone of the browser, so that one can type at once.
              value={zone || null}
              onChange={(next) => setZone(next ?? usual)}
              placeholder={texts.browserZone(here)}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': texts.clearZone }}
              limit={100}
              nothingFoundMessage={texts.noZone}
            />
            <Select
              label={texts.locale}
              data={ways}
              value={locale}
              onChange={(next) => setLocale(next ?? usual)}
              allowDeselect={false}
            />
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            {texts.example(formatExact(new Date(now).toISOString()), timeFormats().zone, formatNumber(12_345.67))}
          </Text>
          <div>
            <Button type="submit" loading={saving.isPending} aria-label={common.of(common.save, texts.title)}>
              {common.save}
            </Button>
          </div>
        </Stack>
      </form>
    </Section>
  )
}

function zoneNames(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')]
}
