import { Anchor, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useCompleteSso } from '../../../queries/session/step-up.ts'
import { signInTexts } from '../../../texts/sign-in.ts'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { PublicPage } from './public-page.tsx'

const texts = signInTexts.sso

/** Where a provider sends the browser back to. */
export function SsoCallbackPage() {
  const client = useQueryClient()
  const router = useRouter()
  const complete = useCompleteSso()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const query = window.location.search.slice(1)
    // The code is good once, and does not stay in the address.
    window.history.replaceState(null, '', '/sso/callback')
    complete.mutate(query, {
      onSuccess: ({ outcome, returnTo }) => {
        if (outcome === 'tested') return
        client.clear()
        router.history.push(returnTo)
      },
    })
  }, [client, complete, router])
  const tested = complete.data?.outcome === 'tested' ? complete.data : undefined
  const lead = complete.error ? texts.failed : tested ? texts.testedLead : texts.lead
  return (
    <PublicPage title={tested ? texts.tested : texts.title} lead={lead}>
      <Stack gap="md">
        <FailureNote failure={complete.error} />
        {complete.isPending ? <Text role="status">{texts.waiting}</Text> : null}
        {tested?.steps.map(({ step, outcome, detail }) => (
          <Text key={step} size="sm">
            {outcome === 'ok' ? '✓' : '✗'} {detail}
          </Text>
        ))}
        {/* Who tests the connection is signed in already. */}
        <Anchor component={Link} to={tested ? '/organization/sign-in' : '/sign-in'}>
          {tested ? texts.settings : texts.back}
        </Anchor>
      </Stack>
    </PublicPage>
  )
}
