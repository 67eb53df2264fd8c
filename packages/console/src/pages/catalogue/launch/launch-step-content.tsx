import { Text } from '@mantine/core'
import type { FieldProblem, Manifest, Variant } from '@mkt/manifest'
import { SettingsForm } from '../../../forms/settings-form.tsx'
import { TenantMapping } from '../../../parts/installation/tenant-mapping.tsx'
import { launch } from '../../../texts/launch.ts'
import type { LaunchDraft } from './launch-draft.ts'
import { LaunchReview } from './launch-review.tsx'
import type { LaunchStep } from './launch-steps.ts'
import { NameInput } from './name-input.tsx'
import { OwnCredentials } from './own-credentials.tsx'
import { TenantChoice } from './tenant-choice.tsx'

interface Props {
  step: LaunchStep
  org: string
  listingId: string
  variant: Variant
  release: { id: string; version: string; manifest: Manifest }
  /** Of the app. */
  title: string
  draft: LaunchDraft
  /** What is shown at the fields of this step. */
  problems: FieldProblem[]
  /** What the platform refused. */
  failure: unknown
  onChange: (next: Partial<LaunchDraft>) => void
  adding: boolean
  onAdding: (adding: boolean) => void
}

/** What one step of a launch asks. */
export function LaunchStepContent(props: Props) {
  const { step, org, listingId, variant, release, title, draft, problems, failure, onChange, adding, onAdding } = props
  const { manifest } = release
  const { tenantId } = draft
  if (step === 'connect' || tenantId === null) {
    return (
      <>
        <TenantChoice
          org={org}
          listingId={listingId}
          variant={variant}
          chosen={tenantId}
          onChoose={(chosen) => onChange({ tenantId: chosen })}
          adding={adding}
          onAdding={onAdding}
        />
        {tenantId === null || adding ? null : (
          <OwnCredentials
            variant={variant}
            draft={draft.credentials}
            problems={problems}
            failure={failure}
            onChange={(credentials) => onChange({ credentials })}
          />
        )}
      </>
    )
  }
  if (step === 'configure') {
    return (
      <>
        <Text c="dimmed">{launch.configure.lead}</Text>
        <SettingsForm
          manifest={manifest}
          values={draft.settings}
          problems={problems}
          onChange={(settings) => onChange({ settings })}
        />
      </>
    )
  }
  if (step === 'map') {
    return (
      <TenantMapping
        tenantId={tenantId}
        variant={variant}
        manifest={manifest}
        mappings={draft.mappings}
        problems={problems}
        onChange={(mappings) => onChange({ mappings })}
      />
    )
  }
  return (
    <>
      <NameInput
        {...{ org, listingId, tenantId, title }}
        value={draft.name ?? ''}
        problem={problems.find(({ pointer }) => pointer === '/name')?.message}
        onChange={(name) => onChange({ name })}
      />
      <LaunchReview release={release} variant={variant} draft={draft} tenantId={tenantId} />
    </>
  )
}
