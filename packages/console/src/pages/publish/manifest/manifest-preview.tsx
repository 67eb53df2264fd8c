import type { Manifest } from '@mkt/manifest'
import { useState } from 'react'
import { openDraft, type SettingValues } from '../../../forms/configuration-draft.ts'
import { SettingsForm } from '../../../forms/settings-form.tsx'
import { Asks } from '../../../parts/release/asks.tsx'
import { publish } from '../../../texts/publish.ts'
import { Section } from '../../../ui/layout/section.tsx'

interface Props {
  manifest: Manifest
  /** The text has problems: this is the last manifest without. */
  old: boolean
}

/** A manifest as customers meet it: the form of its settings, and what it asks for. */
export function ManifestPreview({ manifest, old }: Props) {
  const [values, setValues] = useState<SettingValues>(() => openDraft(manifest).settings)
  return (
    <>
      <Section title={publish.manifest.preview} lead={old ? publish.manifest.previewOld : publish.manifest.previewNote}>
        <SettingsForm manifest={manifest} values={values} onChange={setValues} />
      </Section>
      <Section title={publish.manifest.asks}>
        <Asks manifest={manifest} />
      </Section>
    </>
  )
}
