import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { FormDialog, type FormProps } from './form-dialog.tsx'

interface Props<Draft> extends FormProps<Draft> {
  label: string
  empty: Draft
}

/** A button that opens a form for something new. */
export function AddButton<Draft extends object>({ label, empty, ...form }: Props<Draft>) {
  const [opened, dialog] = useDisclosure(false)
  return (
    <>
      <Button leftSection={<IconPlus size={17} />} onClick={dialog.open}>
        {label}
      </Button>
      <FormDialog opened={opened} onClose={dialog.close} title={label} label={label} start={empty} {...form} />
    </>
  )
}
