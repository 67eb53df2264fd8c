import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { common } from '../../texts/common.ts'
import { Empty } from '../layout/empty.tsx'
import { useAddress } from './use-address.ts'

interface Props {
  /** The words of the address that narrow the list. */
  words: readonly string[]
  title?: string | undefined
  icon: ReactNode
}

/** Says that nothing in a list matches, and shows the whole list with one click. */
export function NoMatch({ words, title = common.noMatch, icon }: Props) {
  const { set } = useAddress()
  const clear = () => set(Object.fromEntries(words.map((word) => [word, undefined])))
  const action = (
    <Button variant="default" onClick={clear} mt="xs">
      {common.clearFilters}
    </Button>
  )
  return <Empty title={title} icon={icon} action={action} />
}
