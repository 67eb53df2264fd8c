import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { common } from '../../texts/common.ts'
import { failureText } from '../../ui/feedback/failure.tsx'
import { tellFailed } from '../../ui/feedback/tell-done.tsx'
import { type ListChoice, ListChoicesContext } from '../../ui/list/list-choices.ts'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { useMe } from './current-organization.ts'
import { meQuery } from './session.ts'

/** Keeps columns and views of lists with the person. They are shown at once, and taken back where they could not be kept. */
export function KeptLists({ children }: { children: ReactNode }) {
  const { lists } = useMe()
  const client = useQueryClient()
  const { mutate } = useChange({
    inTurn: 'list-choices',
    send: ({ list, choice }: { list: string; choice: ListChoice }) =>
      api.keepListChoice({ params: { list }, body: choice }).catch((failure: unknown) => {
        tellFailed(common.views.notKept, failureText(failure))
        return invalidate(client, 'me')
      }),
  })
  const value = useMemo(
    () => ({
      choices: lists,
      keep: (list: string, choice: ListChoice) => {
        client.setQueryData(meQuery.queryKey, (me) => me && { ...me, lists: { ...me.lists, [list]: choice } })
        mutate({ list, choice })
      },
    }),
    [client, lists, mutate],
  )
  return <ListChoicesContext value={value}>{children}</ListChoicesContext>
}
