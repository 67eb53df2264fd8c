import { Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { FailureNote } from '../feedback/failure.tsx'
import { tellDone } from '../feedback/tell-done.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

export interface Inputs<Draft> {
  draft: Draft
  set: (change: Partial<Draft>) => void
  /** Why the draft was refused, for the fields it names. */
  failure: unknown
}

export interface FormProps<Draft> {
  /** What is told when it is done. */
  done: string
  act: (draft: Draft) => Promise<unknown>
  children: (inputs: Inputs<Draft>) => ReactNode
}

interface Props<Draft> extends FormProps<Draft> {
  opened: boolean
  onClose: () => void
  title: string
  /** What the button that sends the form says. */
  label: string
  /** What the form begins with. */
  start: Draft
}

/** A form in a dialog. What is typed stays until it is sent, when the dialog is closed too. */
export function FormDialog<Draft extends object>({
  opened,
  onClose,
  title,
  label,
  start,
  done,
  act,
  children,
}: Props<Draft>) {
  const [draft, setDraft] = useState(start)
  const sending = useMutation({
    mutationFn: () => act(draft),
    onSuccess: () => {
      onClose()
      setDraft(start)
      tellDone(done)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sending.mutate()
  }
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="lg" centered>
      <form onSubmit={submit}>
        <Stack gap="md">
          <FailureNote failure={sending.error} atFields />
          {children({ draft, set, failure: sending.error })}
          <DialogButtons label={label} loading={sending.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
