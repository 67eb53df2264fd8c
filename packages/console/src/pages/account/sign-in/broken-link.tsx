import { Stack, Text } from '@mantine/core'
import { signInTexts } from '../../../texts/sign-in.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'

const texts = signInTexts.link

/** A link from a mail that leads no further: why, and the way on. Without a failure its address came without the token. */
export function BrokenLink({ failure }: { failure: Error | null }) {
  return (
    <Stack gap="md" align="flex-start">
      {failure ? <FailureNote failure={failure} /> : <Text>{texts.incomplete}</Text>}
      <LinkButton variant="default" to="/sign-in">
        {texts.signIn}
      </LinkButton>
    </Stack>
  )
}
