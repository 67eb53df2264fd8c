import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { SignInForm } from '../../../forms/sign-in-form.tsx'
import { signInTexts } from '../../../texts/sign-in.ts'
import { ForgottenPassword } from './forgotten-password.tsx'
import { PublicPage } from './public-page.tsx'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const client = useQueryClient()
  const router = useRouter()
  const { next } = route.useSearch()
  const enter = () => {
    client.clear()
    router.history.push(next ?? '/')
  }
  return (
    <PublicPage title={signInTexts.signIn.title} lead={signInTexts.signIn.lead}>
      <SignInForm returnTo={next} onDone={enter} />
      <ForgottenPassword />
    </PublicPage>
  )
}
