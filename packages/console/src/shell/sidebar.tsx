import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  IconBuildingStore,
  IconHome,
  IconLayoutGrid,
  IconLogout,
  IconMoon,
  IconRocket,
  IconServerCog,
  IconShieldCheck,
  IconSun,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { forgetPlaces } from '../lib/recent-places.ts'
import { useIsFor } from '../parts/access/only-for.tsx'
import { useMe, useOrganization } from '../queries/session/current-organization.ts'
import { useSignOut } from '../queries/session/sign-in.ts'
import { shell } from '../texts/shell.ts'
import { FindButton } from './find-button.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import styles from './shell.module.css'

export function Sidebar() {
  const { person } = useMe()
  const organization = useOrganization()
  const moderates = useIsFor('moderator')
  const operates = useIsFor('operator')
  const icon = { size: 19, stroke: 1.7 }
  return (
    <>
      <OrganizationSwitcher />
      <FindButton />
      <nav aria-label={shell.product}>
        <Link to="/" className={styles.link} activeOptions={{ exact: true }}>
          <IconHome {...icon} /> {shell.nav.home}
        </Link>
        <Link to="/browse" className={styles.link}>
          <IconLayoutGrid {...icon} /> {shell.nav.browse}
        </Link>
        {organization ? (
          <>
            <Link to="/manage" className={styles.link}>
              <IconRocket {...icon} /> {shell.nav.manage}
            </Link>
            <Link to="/publish" className={styles.link}>
              <IconBuildingStore {...icon} /> {shell.nav.publish}
            </Link>
            <Link to="/organization" className={styles.link}>
              <IconUsers {...icon} /> {shell.nav.organization}
            </Link>
          </>
        ) : null}
        {moderates || operates ? <div className={styles.rule} /> : null}
        {moderates ? (
          <Link to="/moderate" className={styles.link}>
            <IconShieldCheck {...icon} /> {shell.nav.moderate}
          </Link>
        ) : null}
        {operates ? (
          <Link to="/operate" className={styles.link}>
            <IconServerCog {...icon} /> {shell.nav.operate}
          </Link>
        ) : null}
      </nav>
      <div className={styles.spacer} />
      <NotificationBell />
      <ThemeToggle />
      <Link to="/account" className={styles.link}>
        <IconUserCircle {...icon} /> {person.name || person.email}
      </Link>
      <SignOut />
    </>
  )
}

function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  return (
    <button type="button" className={styles.link} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
      {dark ? <IconSun size={19} stroke={1.7} /> : <IconMoon size={19} stroke={1.7} />}
      {dark ? shell.toggleTheme.toLight : shell.toggleTheme.toDark}
    </button>
  )
}

function SignOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const leave = async () => {
    await signOut.mutateAsync()
    await navigate({ to: '/sign-in' })
    client.clear()
    forgetPlaces(localStorage)
  }
  return (
    <button type="button" className={styles.link} onClick={() => void leave()}>
      <IconLogout size={19} stroke={1.7} /> {shell.signOut}
    </button>
  )
}
