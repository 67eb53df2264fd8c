import { Alert, Text } from '@mantine/core'
import { egress as texts } from '../../texts/egress.ts'

/** Whether what is declared is enforced; where it is not, why data may go elsewhere. */
export function Enforcement({ reason }: { reason: string | null }) {
  if (reason === null) return <Text size="sm">{texts.enforced}</Text>
  return (
    <Alert color="clay" role="note">
      {reason}
    </Alert>
  )
}
