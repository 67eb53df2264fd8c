import { type FieldProblem, type Manifest, mappingFieldsOf, settingsOf, type Variant } from '@mkt/manifest'
import type { ConfigurationDraft, Held } from '../../../forms/configuration-draft.ts'
import { SettingsForm } from '../../../forms/settings-form.tsx'
import { TenantMapping } from '../../../parts/installation/tenant-mapping.tsx'
import { manage } from '../../../texts/manage.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Section } from '../../../ui/layout/section.tsx'

interface Props {
  title: string
  manifest: Manifest
  variant: Variant
  tenantId: string
  draft: ConfigurationDraft
  held: Held
  problems: FieldProblem[]
  onChange: (next: Partial<ConfigurationDraft>) => void
}

/** Settings and mappings, as far as the manifest has any. */
export function ConfigurationInputs({ title, manifest, variant, tenantId, draft, held, problems, onChange }: Props) {
  const maps = mappingFieldsOf(manifest).length > 0
  return (
    <>
      {settingsOf(manifest).length > 0 || !maps ? (
        <Section title={title}>
          <SettingsForm
            manifest={manifest}
            values={draft.settings}
            held={held}
            problems={problems}
            onChange={(settings) => onChange({ settings })}
          />
        </Section>
      ) : null}
      {maps ? (
        <Section title={manage.configuration.mappings}>
          <Boundary>
            <TenantMapping
              tenantId={tenantId}
              variant={variant}
              manifest={manifest}
              mappings={draft.mappings}
              problems={problems}
              onChange={(mappings) => onChange({ mappings })}
            />
          </Boundary>
        </Section>
      ) : null}
    </>
  )
}
