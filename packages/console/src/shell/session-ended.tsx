import { Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SignInForm } from '../forms/sign-in-form.tsx'
import { onSignedOut } from '../queries/client/signed-out.ts'
import { useMe } from '../queries/session/current-organization.ts'
import { signInTexts } from '../texts/sign-in.ts'

/** When the session ends under somebody's hands: sign in again on top of the page, so that no input is lost. */
export function SessionEnded() {
  const client = useQueryClient()
  const { person } = useMe()
  const [ended, setEnded] = useState(false)
  useEffect(() => onSignedOut(() => setEnded(true)), [])
  const goOn = () => {
    setEnded(false)
    void client.invalidateQueries()
  }
  return (
    <Modal
      opened={ended}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={signInTexts.signIn.again}
      centered
      // Above whatever dialog is open: its input waits beneath.
      zIndex={1000}
    >
      <Text size="sm" c="dimmed" mb="md">
        {signInTexts.signIn.againLead}
      </Text>
      <SignInForm knownEmail={person.email} onDone={goOn} />
    </Modal>
  )
}
