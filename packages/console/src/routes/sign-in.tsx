import { Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { SignInForm } from '../forms/sign-in-form.tsx'
import mark from '../mark.svg'
import { shell } from '../texts/shell.ts'
import styles from './sign-in.module.css'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const client = useQueryClient()
  const router = useRouter()
  const { next } = route.useSearch()
  const enter = () => {
    client.clear()
    router.history.push(next ?? '/browse')
  }
  return (
    <main className={styles.page}>
      <div className={styles.story}>
        <div className={styles.brand}>
          <img src={mark} alt="" />
          {shell.product}
        </div>
        <div>
          <p className={styles.claim}>{shell.tagline}</p>
          <p className={styles.points}>{shell.signIn.lead}</p>
        </div>
      </div>
      <div className={styles.form}>
        <div>
          <Title order={1} mb={4}>
            {shell.signIn.title}
          </Title>
          <Text c="dimmed" mb="lg">
            {shell.signIn.lead}
          </Text>
          <SignInForm onDone={enter} />
        </div>
      </div>
    </main>
  )
}
