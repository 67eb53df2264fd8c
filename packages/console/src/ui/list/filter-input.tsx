import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useDebouncedSearch } from './use-debounced-search.ts'

interface Props {
  label: string
  value: string | undefined
  onChange: (value: string) => void
}

/** Narrows a list as you type; what is typed goes into the address after a moment, and follows it when a view or Back changes it. */
export function FilterInput({ label, value, onChange }: Props) {
  const [typed, setTyped] = useState(value ?? '')
  const sent = useRef(value ?? '')
  const later = useDebouncedSearch((text) => {
    sent.current = text
    onChange(text)
  })
  useEffect(() => {
    const given = value ?? ''
    if (given === sent.current) return
    sent.current = given
    setTyped(given)
  }, [value])
  return (
    <TextInput
      size="sm"
      data-words
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={15} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        later(event.currentTarget.value.trim())
      }}
    />
  )
}
