import { Button, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CredentialInputs } from '../../../forms/credential-inputs.tsx'
import formStyles from '../../../forms/forms.module.css'
import { emptyTenant, replacementOf } from '../../../forms/tenant-draft.ts'
import { type Tenant, useReplaceCredentials } from '../../../queries/installation/tenants.ts'
import { tenantTexts as texts } from '../../../texts/tenants.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'

/** New credentials in place of the stored ones, which stay until the new ones are accepted. */
export function ReplaceCredentials({ tenant }: { tenant: Tenant }) {
  const [draft, setDraft] = useState(() => emptyTenant(tenant.variant))
  const replace = useReplaceCredentials(tenant.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    replace.mutate(replacementOf(tenant.variant, draft), {
      onSuccess: () => {
        setDraft(emptyTenant(tenant.variant))
        tellDone(texts.replaced)
      },
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" className={formStyles.narrow}>
        <FailureNote failure={replace.error} atFields />
        <CredentialInputs variant={tenant.variant} draft={draft} failure={replace.error} onChange={setDraft} />
        <div>
          <Button type="submit" loading={replace.isPending}>
            {texts.replace}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
