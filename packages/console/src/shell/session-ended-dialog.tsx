import { Modal, Text } from '@mantine/core'
import { SignInForm } from '../forms/sign-in-form.tsx'
import { useMe } from '../queries/session/current-organization.ts'
import { signInTexts } from '../texts/sign-in.ts'

/** Signing in again on top of the page. */
export function SessionEndedDialog({ opened, onDone }: { opened: boolean; onDone: () => void }) {
  const { person } = useMe()
  return (
    <Modal
      opened={opened}
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
      <SignInForm knownEmail={person.email} onDone={onDone} />
    </Modal>
  )
}
