import { Button, Modal, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { FailureNote } from '../feedback/failure.tsx'
import { tellDone } from '../feedback/tell-done.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

interface Inputs<Draft> {
  draft: Draft
  set: (change: Partial<Draft>) => void
  /** Why the draft was refused, for the fields it names. */
  failure: unknown
}

interface Props<Draft> {
  label: string
  done: string
  empty: Draft
  act: (draft: Draft) => Promise<unknown>
  children: (inputs: Inputs<Draft>) => ReactNode
}

/** A button that opens a form for something new. What is typed stays until it is added, when the dialog is closed too. */
export function AddButton<Draft extends object>({ label, done, empty, act, children }: Props<Draft>) {
  const [opened, dialog] = useDisclosure(false)
  const [draft, setDraft] = useState(empty)
  const add = useMutation({
    mutationFn: () => act(draft),
    onSuccess: () => {
      dialog.close()
      setDraft(empty)
      tellDone(done)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  return (
    <>
      <Button leftSection={<IconPlus size={17} />} onClick={dialog.open}>
        {label}
      </Button>
      <Modal opened={opened} onClose={dialog.close} title={label} size="lg" centered>
        <form onSubmit={submit}>
          <Stack gap="md">
            <FailureNote failure={add.error} atFields />
            {children({ draft, set, failure: add.error })}
            <DialogButtons label={label} loading={add.isPending} onCancel={dialog.close} />
          </Stack>
        </form>
      </Modal>
    </>
  )
}
