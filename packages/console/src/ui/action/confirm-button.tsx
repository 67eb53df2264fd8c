import { Button, type ButtonProps, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { common } from '../../texts/common.ts'
import { FailureNote } from '../feedback/failure.tsx'
import { tellDone } from '../feedback/tell-done.tsx'

export interface ConfirmButtonProps extends Pick<ButtonProps, 'color' | 'variant' | 'size' | 'leftSection'> {
  label: string
  /** What it is done to, where many buttons have the same label: read by screen readers and shown in the dialog. */
  of?: string | undefined
  /** The title of its dialog, where the page says around the button what it is done to. */
  title?: string
  text: ReactNode
  /** The word that must be typed first, for what cannot be undone. */
  typeToConfirm?: string
  /** There is nothing to do, as the text says. */
  idle?: boolean
  done?: string
  /** How to take it back, where it can be. */
  undo?: () => Promise<unknown>
  act: () => Promise<unknown>
}

/** A button that asks for confirmation, says what will happen, and shows a failure in its dialog. */
export function ConfirmButton({
  label,
  of,
  title,
  text,
  typeToConfirm,
  idle = false,
  done,
  undo,
  act,
  color,
  variant = 'default',
  ...look
}: ConfirmButtonProps) {
  const [opened, dialog] = useDisclosure(false)
  const [typed, setTyped] = useState('')
  const action = useMutation({
    mutationFn: act,
    onSuccess: () => {
      dialog.close()
      if (done) tellDone(done, undo)
    },
  })
  const name = of === undefined ? label : common.of(label, of)
  const open = () => {
    setTyped('')
    action.reset()
    dialog.open()
  }
  return (
    <>
      <Button
        variant={variant}
        {...(color ? { color } : {})}
        {...look}
        aria-label={of === undefined ? undefined : name}
        onClick={open}
      >
        {label}
      </Button>
      <Modal opened={opened} onClose={dialog.close} title={title ?? name} centered>
        <Stack gap="md">
          <Text>{text}</Text>
          {typeToConfirm ? (
            <TextInput
              label={common.typeToConfirm(typeToConfirm)}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              data-autofocus
            />
          ) : null}
          <FailureNote failure={action.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {common.cancel}
            </Button>
            <Button
              {...(color ? { color } : {})}
              loading={action.isPending}
              disabled={idle || (typeToConfirm !== undefined && typed !== typeToConfirm)}
              onClick={() => action.mutate()}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
