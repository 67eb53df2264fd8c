import { Button, Select, SimpleGrid, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { formatExact, formatNumber } from '../../../lib/format.ts'
import { browserZone, type Preferences, timeFormats } from '../../../lib/time-formats.ts'
import { useSetPreferences } from '../../../queries/session/account.ts'
import { useMe } from '../../../queries/session/current-organization.ts'
import { common } from '../../../texts/common.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { useNow } from '../../../ui/text/use-now.ts'

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
  /** What was chosen here and is not saved. The rest follows what is saved, in another tab too, and is not sent. */
  const [draft, setDraft] = useState<Partial<Preferences>>({})
  const saved = { timeZone: null, locale: null, ...preferences }
  const zone = { ...saved, ...draft }.timeZone ?? usual
  const locale = { ...saved, ...draft }.locale ?? usual
  const saving = useSetPreferences()
  const now = useNow()
  const here = browserZone()
  const zones = offered(zoneNames(), zone, (name) => name)
  const ways = [
    { value: usual, label: names.of('en-GB') ?? 'en-GB' },
    ...offered(locales, locale, (name) => names.of(name) ?? name),
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = () => {
      // What was chosen meanwhile stays.
      setDraft((now) => (now === draft ? {} : now))
      tellDone(common.saved)
    }
    saving.mutate(draft, { onSuccess })
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
              onChange={(next) => setDraft({ ...draft, timeZone: next })}
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
              onChange={(next) => setDraft({ ...draft, locale: next || null })}
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
