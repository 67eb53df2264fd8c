import { Button, Checkbox, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { problemAt } from '../../../lib/problem-at.ts'
import { type Finding, type NewException, useCreateException } from '../../../queries/release/findings.ts'
import { common } from '../../../texts/common.ts'
import { trust } from '../../../texts/trust.ts'
import { DialogButtons } from '../../../ui/action/dialog-buttons.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'

const texts = trust.findings
const statuses: NewException['status'][] = ['not_affected', 'fixed', 'under_investigation', 'affected']
const DAY_MS = 86_400_000

/** The day this number of days from now, as a date input has it. */
function dayAhead(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
}

/** Says how an advisory concerns the app: in a state of OpenVEX, with a reason and an end. */
export function ExceptFinding({ listingId, finding }: { listingId: string; finding: Finding }) {
  const [opened, dialog] = useDisclosure(false)
  const [status, setStatus] = useState<NewException['status']>('not_affected')
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState(() => dayAhead(90))
  const [onlyPackage, setOnlyPackage] = useState(true)
  const create = useCreateException(listingId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { advisory } = finding
    create.mutate(
      {
        ...{ advisory, status, reason, until: `${until}T00:00:00Z` },
        ...(onlyPackage ? { package: finding.package } : {}),
      },
      {
        onSuccess: () => {
          dialog.close()
          tellDone(texts.saved)
        },
      },
    )
  }
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={common.of(texts.except, `${finding.advisory} ${finding.package}`)}
        onClick={dialog.open}
      >
        {texts.except}
      </Button>
      <Modal opened={opened} onClose={dialog.close} title={texts.exceptTitle(finding.advisory)} centered>
        <form onSubmit={submit}>
          <Stack gap="md">
            <FailureNote failure={create.error} atFields />
            <Select
              label={texts.status}
              data={statuses.map((value) => ({ value, label: texts.states[value] }))}
              value={status}
              allowDeselect={false}
              onChange={(next) => setStatus((next ?? 'not_affected') as NewException['status'])}
            />
            <Checkbox
              label={texts.onlyPackage(finding.package)}
              checked={onlyPackage}
              onChange={(event) => setOnlyPackage(event.currentTarget.checked)}
            />
            <Textarea
              label={texts.reason}
              description={texts.reasonHint}
              required
              autosize
              minRows={3}
              maxLength={2000}
              data-autofocus
              value={reason}
              error={problemAt(create.error, '/reason')}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <TextInput
              type="date"
              label={texts.end}
              description={texts.endHint}
              required
              min={dayAhead(1)}
              max={dayAhead(365)}
              value={until}
              error={problemAt(create.error, '/until')}
              onChange={(event) => setUntil(event.currentTarget.value)}
            />
            <DialogButtons label={texts.save} loading={create.isPending} onCancel={dialog.close} />
          </Stack>
        </form>
      </Modal>
    </>
  )
}
