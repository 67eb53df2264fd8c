import { Button, type ButtonProps, Modal, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { problemAt } from '../../lib/problem-at.ts'
import { common } from '../../texts/common.ts'
import { FailureNote } from '../feedback/failure.tsx'
import { tellDone } from '../feedback/tell-done.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

interface Props extends Pick<ButtonProps, 'size' | 'variant'> {
  label: string
  /** What the input is called. */
  name: string
  value: string
  /** Where the server tells of a wrong name. */
  pointer: string
  act: (value: string) => Promise<unknown>
}

/** A button that asks for another name. */
export function RenameButton({ label, name, value, pointer, act, variant = 'default', ...look }: Props) {
  const [opened, dialog] = useDisclosure(false)
  const [typed, setTyped] = useState(value)
  const rename = useMutation({
    mutationFn: () => act(typed.trim()),
    onSuccess: () => {
      dialog.close()
      tellDone(common.saved, () => act(value))
    },
  })
  const open = () => {
    setTyped(value)
    rename.reset()
    dialog.open()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rename.mutate()
  }
  return (
    <>
      <Button variant={variant} {...look} onClick={open}>
        {label}
      </Button>
      <Modal opened={opened} onClose={dialog.close} title={label} centered>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <FailureNote failure={rename.error} />
            <TextInput
              label={name}
              maxLength={120}
              data-autofocus
              value={typed}
              error={problemAt(rename.error, pointer)}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <DialogButtons
              label={common.save}
              loading={rename.isPending}
              disabled={typed.trim() === ''}
              onCancel={dialog.close}
            />
          </Stack>
        </form>
      </Modal>
    </>
  )
}
