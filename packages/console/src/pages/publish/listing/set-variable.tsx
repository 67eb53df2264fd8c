import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import styles from '../../../forms/forms.module.css'
import { problemAt } from '../../../lib/problem-at.ts'
import { usePutVariable } from '../../../queries/listing/variables.ts'
import { publish } from '../../../texts/publish.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

export function SetVariable({ listingId, onSet }: { listingId: string; onSet: () => void }) {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const set = usePutVariable(listingId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate(
      { name, value },
      {
        onSuccess: () => {
          setName('')
          setValue('')
          onSet()
        },
      },
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <FailureNote failure={set.error} atFields />
        <Group align="flex-end" gap="sm">
          <TextInput
            className={styles.share}
            label={publish.variables.name}
            value={name}
            required
            withAsterisk={false}
            error={problemAt(set.error, '/name')}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <PasswordInput
            className={styles.share}
            label={publish.variables.value}
            value={value}
            error={problemAt(set.error, '/value')}
            autoComplete="new-password"
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Button type="submit" loading={set.isPending}>
            {publish.variables.add}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
