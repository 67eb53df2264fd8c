import { Alert, Stack, Textarea } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import formStyles from '../../../forms/forms.module.css'
import { formatNumber } from '../../../lib/format.ts'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import { installationQuery, useEraseData } from '../../../queries/installation/installations.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { erasure as texts } from '../../../texts/erasure.ts'
import { Section } from '../../../ui/layout/section.tsx'

/** Erases what was recorded of people, and shows the certificate. */
export function EraseData({ installationId }: { installationId: string }) {
  const { data: installation } = useSuspenseQuery(installationQuery(installationId))
  const [text, setText] = useState('')
  const erase = useEraseData(installationId)
  const erasing = useGrant('eraseData', installation)
  if (!erasing.shown) return null
  const locators = text.split(/\s+/).filter(Boolean)
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="md" className={formStyles.narrow}>
        <Textarea
          label={texts.locators}
          description={texts.locatorsHint}
          autosize
          minRows={2}
          disabled={erasing.because !== undefined}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <GrantedConfirm
            grant={erasing}
            color="red"
            label={texts.erase}
            text={locators.length === 0 ? texts.everything(installation.name) : texts.named(locators.length)}
            {...(locators.length === 0 ? { typeToConfirm: installation.name } : {})}
            act={() => erase.mutateAsync(locators)}
          />
        </div>
        {erase.data ? <Certificate certificate={erase.data} /> : null}
      </Stack>
    </Section>
  )
}

function Certificate({ certificate }: { certificate: NonNullable<ReturnType<typeof useEraseData>['data']> }) {
  const rows = Object.entries(certificate.rows) as [keyof typeof texts.rows, number][]
  return (
    <Alert role="status" color="pine" title={texts.done}>
      <ul>
        {rows.map(([kind, count]) => (
          <li key={kind}>
            {texts.rows[kind]}: {formatNumber(count)}
          </li>
        ))}
      </ul>
      {texts.app[certificate.app]} {texts.kept}
    </Alert>
  )
}
