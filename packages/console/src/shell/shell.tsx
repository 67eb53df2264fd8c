import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Fragment, useEffect, useRef, useState } from 'react'
import { readAs } from '../lib/time-formats.ts'
import { useMe } from '../queries/session/current-organization.ts'
import { KeptLists } from '../queries/session/kept-lists.tsx'
import { shell } from '../texts/shell.ts'
import { LatePart } from '../ui/feedback/late-part.tsx'
import mark from '../ui/mark.svg'
import { ConnectionBanner } from './connection-banner.tsx'
import { lazyParts, loadAtFirstTouch } from './lazy-parts.ts'
import { NotificationBell } from './notification-bell.tsx'
import { QuarantineBanner } from './quarantine-banner.tsx'
import { SessionEnded } from './session-ended.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { StepUp } from './step-up.tsx'
import { useOrganizationAddress } from './use-organization-address.ts'

const asUsual = { timeZone: null, locale: null }

function Brand() {
  return (
    <Link to="/" className={styles.brand}>
      <img src={mark} alt="" />
      {shell.product}
    </Link>
  )
}

const narrowMenu = (
  <>
    <Brand />
    <Sidebar />
  </>
)

/** The frame of every page for people who are signed in. */
export function Shell() {
  const [menuAsked, setMenuAsked] = useState(false)
  const [menuOpen, menu] = useDisclosure(false, { onOpen: () => setMenuAsked(true) })
  const giveUpMenu = () => {
    menu.close()
    setMenuAsked(false)
  }
  const path = useLocation({ select: (location) => location.pathname })
  const main = useRef<HTMLElement>(null)
  const firstPath = useRef(path)
  useOrganizationAddress()
  const { preferences } = useMe()
  // Before anything below writes a time. A page starts over when its times must be written differently.
  readAs(preferences ?? asUsual)

  useEffect(loadAtFirstTouch, [])

  // A new page starts at its beginning, for the keyboard and for screen readers too.
  useEffect(() => {
    menu.close()
    if (firstPath.current === path) return
    firstPath.current = path
    main.current?.focus({ preventScroll: true })
  }, [path, menu.close])

  return (
    <div className={styles.frame}>
      <a href="#main" className={styles.skip}>
        {shell.skip}
      </a>
      <header className={styles.topbar}>
        <ActionIcon variant="transparent" c="white" size="lg" onClick={menu.open} aria-label={shell.openMenu}>
          <IconMenu2 size={22} />
        </ActionIcon>
        <Brand />
        <NotificationBell compact />
      </header>
      <aside className={styles.sidebar}>
        <Brand />
        <Sidebar />
      </aside>
      <LatePart
        script={lazyParts.menuDrawer}
        props={{ opened: menuOpen, onClose: menu.close, children: narrowMenu }}
        wanted={menuAsked}
        onGiveUp={giveUpMenu}
      />
      <div className={styles.content}>
        <ConnectionBanner />
        <QuarantineBanner />
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          <Fragment key={`${preferences?.timeZone} ${preferences?.locale}`}>
            <KeptLists>
              <Outlet />
            </KeptLists>
          </Fragment>
        </main>
      </div>
      <SessionEnded />
      <StepUp />
    </div>
  )
}
