import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addressOrganization } from '../queries/session/current-organization.ts'
import { forms } from '../texts/forms.ts'

const texts = forms.leave

/** Where the person has agreed to go: a second form of the page does not ask again. */
let leavingFor: string | undefined

/** Asks before a page with unsaved changes is left: by a link, by Back, or by closing the window. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker({
    // Another filter or step of the same page loses nothing, and signing out is not to be stopped halfway.
    shouldBlockFn: ({ current, next }) =>
      unsaved && current.pathname !== next.pathname && next.pathname !== '/sign-in' && next.pathname !== leavingFor,
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  })
  useEffect(
    () => () => {
      leavingFor = undefined
    },
    [],
  )
  const stay = () => {
    // Looking at where it would have led named the organization there: links stay under the one worked in.
    addressOrganization(undefined)
    blocker.reset?.()
  }
  const leave = () => {
    leavingFor = blocker.next?.pathname
    blocker.proceed?.()
  }
  return (
    <Modal opened={blocker.status === 'blocked'} onClose={stay} title={texts.title} centered>
      <Stack gap="md">
        <Text>{texts.text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={leave}>
            {texts.leave}
          </Button>
          <Button data-autofocus onClick={stay}>
            {texts.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
