import { Alert, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { RefusedError } from '@mkt/contract/client'
import type { Variant } from '@mkt/manifest'
import { problemAt } from '../lib/problem-at.ts'
import { tenantTexts } from '../texts/tenants.ts'
import styles from './forms.module.css'
import type { CredentialDraft, CredentialsDraft, Flow } from './tenant-draft.ts'

const texts = tenantTexts.form

/** What the check said about one set of credentials: the server names the set and the reason. */
function refusalOf(failure: unknown, set: string): string | undefined {
  if (!(failure instanceof RefusedError)) return undefined
  const problem = failure.problems.find((one) => one.pointer === `/credentials/${set}`)
  return problem && (tenantTexts.reasons[problem.rule] ?? problem.message)
}

interface SetProps {
  set: 'integration' | 'data'
  value: CredentialDraft
  failure: unknown
  onChange: (value: CredentialDraft) => void
}

function CredentialSet({ set, value, failure, onChange }: SetProps) {
  const refusal = refusalOf(failure, set)
  const text = (name: 'username' | 'password' | 'clientId' | 'clientSecret') => ({
    name: `${set}.${name}`,
    value: value[name],
    error: problemAt(failure, `/credentials/${set}/${name}`),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...value, [name]: event.currentTarget.value }),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out between rules
    <div className={styles.group} role="group" aria-label={texts[set]}>
      <div>
        <div className={styles.legend}>{texts[set]}</div>
        <Text size="sm" c="dimmed">
          {texts[`${set}Hint`]}
        </Text>
      </div>
      {refusal ? (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      ) : null}
      <SegmentedControl
        aria-label={texts.flow}
        data={[
          { value: 'password', label: texts.password },
          { value: 'client', label: texts.client },
        ]}
        value={value.flow}
        onChange={(flow) => onChange({ ...value, flow: flow as Flow })}
      />
      {value.flow === 'password' ? (
        <>
          <TextInput label={texts.username} autoComplete="off" {...text('username')} />
          <PasswordInput label={texts.passwordField} autoComplete="new-password" {...text('password')} />
        </>
      ) : (
        <>
          <TextInput label={texts.clientId} autoComplete="off" {...text('clientId')} />
          <PasswordInput label={texts.clientSecret} autoComplete="new-password" {...text('clientSecret')} />
        </>
      )}
    </div>
  )
}

interface Props<Draft> {
  variant: Variant
  draft: Draft
  failure: unknown
  onChange: (draft: Draft) => void
}

export function CredentialInputs<Draft extends CredentialsDraft>({ variant, draft, failure, onChange }: Props<Draft>) {
  if (variant === 'enterprise') {
    return (
      <PasswordInput
        label={texts.token}
        description={texts.tokenHint}
        name="token"
        autoComplete="new-password"
        withAsterisk
        value={draft.token}
        error={refusalOf(failure, 'token')}
        onChange={(event) => onChange({ ...draft, token: event.currentTarget.value })}
      />
    )
  }
  return (
    <Stack gap={0}>
      {(['integration', 'data'] as const).map((set) => (
        <CredentialSet
          key={set}
          set={set}
          value={draft[set]}
          failure={failure}
          onChange={(value) => onChange({ ...draft, [set]: value })}
        />
      ))}
    </Stack>
  )
}
