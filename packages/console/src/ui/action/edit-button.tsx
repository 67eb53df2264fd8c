import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { common } from '../../texts/common.ts'
import { FormDialog, type FormProps } from './form-dialog.tsx'

interface Props<Draft> extends FormProps<Draft>, Pick<ButtonProps, 'size' | 'variant'> {
  label: string
  /** Which thing is changed. */
  of: string
  value: Draft
}

/** A button that opens a form with what something is now. Each opening begins with that. */
export function EditButton<Draft extends object>({
  label,
  of,
  value,
  size,
  variant = 'default',
  ...form
}: Props<Draft>) {
  const [opened, setOpened] = useState(false)
  const [openings, setOpenings] = useState(0)
  const open = () => {
    setOpenings(openings + 1)
    setOpened(true)
  }
  const name = common.of(label, of)
  return (
    <>
      <Button {...(size ? { size } : {})} variant={variant} aria-label={name} onClick={open}>
        {label}
      </Button>
      <FormDialog
        key={openings}
        opened={opened}
        onClose={() => setOpened(false)}
        title={name}
        label={common.save}
        start={value}
        {...form}
      />
    </>
  )
}
