import { loadNotes } from '../ui/feedback/notes.tsx'

/** The parts of the frame that nobody sees at first. */
export const lazyParts = {
  organizationMenu: { load: () => import('./organization-menu.tsx').then((part) => part.OrganizationMenu) },
  notificationList: { load: () => import('./notification-list.tsx').then((part) => part.NotificationList) },
  menuDrawer: { load: () => import('./menu-drawer.tsx').then((part) => part.MenuDrawer) },
  palette: { load: () => import('./palette.tsx').then((part) => part.Palette) },
  sessionEndedDialog: { load: () => import('./session-ended-dialog.tsx').then((part) => part.SessionEndedDialog) },
  stepUpDialog: { load: () => import('./step-up-dialog.tsx').then((part) => part.StepUpDialog) },
}

/**
 * Fetches them at the first press or key. What somebody types is then never lost to a dialog whose script is gone, because a new
 * version was put in place meanwhile.
 */
export function loadAtFirstTouch(): () => void {
  const events = ['pointerdown', 'keydown'] as const
  const stop = () => {
    for (const event of events) window.removeEventListener(event, touched)
  }
  function touched() {
    stop()
    // One that does not arrive is fetched again when it is needed.
    for (const get of [...Object.values(lazyParts).map(({ load }) => load), loadNotes]) get().catch(() => undefined)
  }
  for (const event of events) window.addEventListener(event, touched)
  return stop
}
