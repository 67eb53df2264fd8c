import { Alert, Checkbox, Stack } from '@mantine/core'
import type { FieldProblem, Variant } from '@mkt/manifest'
import { CredentialInputs } from '../../../forms/credential-inputs.tsx'
import formStyles from '../../../forms/forms.module.css'
import { type CredentialsDraft, emptyCredentials } from '../../../forms/tenant-draft.ts'
import { launch } from '../../../texts/launch.ts'

interface Props {
  variant: Variant
  draft: CredentialsDraft | undefined
  problems: FieldProblem[]
  failure: unknown
  onChange: (draft: CredentialsDraft | undefined) => void
}

/** Credentials for this installation alone, for those who want a token per integration. */
export function OwnCredentials({ variant, draft, problems, failure, onChange }: Props) {
  const missing = problems.find(({ rule }) => rule === 'credentials.missing')
  return (
    <Stack gap="md" className={formStyles.narrow}>
      <Checkbox
        label={launch.connect.own}
        description={launch.connect.ownHint}
        checked={draft !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? emptyCredentials : undefined)}
      />
      {draft && missing ? <Alert color="red">{missing.message}</Alert> : null}
      {draft ? <CredentialInputs variant={variant} draft={draft} failure={failure} onChange={onChange} /> : null}
    </Stack>
  )
}
