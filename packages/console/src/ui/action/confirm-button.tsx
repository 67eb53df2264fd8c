import { Button, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { common } from '../../texts/common.ts'
import { tellDone } from '../feedback/tell-done.tsx'
import { type Confirmation, ConfirmDialog } from './confirm-dialog.tsx'

export interface ConfirmButtonProps
  extends Confirmation,
    Pick<ButtonProps, 'color' | 'variant' | 'size' | 'leftSection'> {
  /** What it is done to, where many buttons have the same label: read by screen readers and shown in the dialog. */
  of?: string | undefined
  /** The title of its dialog, where the page says around the button what it is done to. */
  title?: string
  done?: string
  /** How to take it back, where it can be. */
  undo?: () => Promise<unknown>
}

/** A button that asks for confirmation, says what will happen, and shows a failure in its dialog. */
export function ConfirmButton({ of, title, done, undo, variant = 'default', ...props }: ConfirmButtonProps) {
  const { label, text, typeToConfirm, idle = false, act, ...look } = props
  const [opened, dialog] = useDisclosure(false)
  const name = of === undefined ? label : common.of(label, of)
  const acted = async () => {
    await act()
    if (done) tellDone(done, undo)
  }
  return (
    <>
      <Button variant={variant} {...look} aria-label={of === undefined ? undefined : name} onClick={dialog.open}>
        {label}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={title ?? name}
        {...(look.color ? { color: look.color } : {})}
        {...{ label, text, typeToConfirm, idle, act: acted }}
      />
    </>
  )
}
