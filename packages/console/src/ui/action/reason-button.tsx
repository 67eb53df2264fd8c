import { Button, type ButtonProps, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { common } from '../../texts/common.ts'
import { FailureNote } from '../feedback/failure.tsx'
import { tellDone } from '../feedback/tell-done.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

interface Props extends Pick<ButtonProps, 'color' | 'variant' | 'size'> {
  label: string
  /** What it is done to, where many buttons have the same label. */
  of?: string | undefined
  text: ReactNode
  /** More inputs of the same decision. */
  children?: ReactNode
  done?: string
  /** How to take it back, where it can be. */
  undo?: () => Promise<unknown>
  act: (reason: string) => Promise<unknown>
}

/** A decision that others must be able to understand: it asks for the reason. */
export function ReasonButton({ label, of, text, children, done, undo, act, color, ...look }: Props) {
  const [opened, dialog] = useDisclosure(false)
  const [reason, setReason] = useState('')
  const action = useMutation({
    mutationFn: () => act(reason),
    onSuccess: () => {
      dialog.close()
      if (done) tellDone(done, undo)
    },
  })
  const name = of === undefined ? label : common.of(label, of)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    action.mutate()
  }
  return (
    <>
      <Button
        {...(color ? { color } : {})}
        {...look}
        aria-label={of === undefined ? undefined : name}
        onClick={dialog.open}
      >
        {label}
      </Button>
      <Modal opened={opened} onClose={dialog.close} title={name} centered>
        <form onSubmit={submit}>
          <Stack gap="md">
            <Text>{text}</Text>
            <Textarea
              label={common.reason}
              required
              autosize
              minRows={3}
              data-autofocus
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            {children}
            <FailureNote failure={action.error} />
            <DialogButtons
              label={label}
              {...(color ? { color } : {})}
              loading={action.isPending}
              onCancel={dialog.close}
            />
          </Stack>
        </form>
      </Modal>
    </>
  )
}
