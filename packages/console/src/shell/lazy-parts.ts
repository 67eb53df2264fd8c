import { type ComponentType, lazy } from 'react'

const load = {
  organizationMenu: () => import('./organization-menu.tsx').then((part) => part.OrganizationMenu),
  notificationList: () => import('./notification-list.tsx').then((part) => part.NotificationList),
  menuDrawer: () => import('./menu-drawer.tsx').then((part) => part.MenuDrawer),
  sessionEndedDialog: () => import('./session-ended-dialog.tsx').then((part) => part.SessionEndedDialog),
  stepUpDialog: () => import('./step-up-dialog.tsx').then((part) => part.StepUpDialog),
}

const lazyPart = <Props>(get: () => Promise<ComponentType<Props>>) =>
  lazy(() => get().then((component) => ({ default: component })))

export const OrganizationMenu = lazyPart(load.organizationMenu)
export const NotificationList = lazyPart(load.notificationList)
export const MenuDrawer = lazyPart(load.menuDrawer)
export const SessionEndedDialog = lazyPart(load.sessionEndedDialog)
export const StepUpDialog = lazyPart(load.stepUpDialog)

/**
 * Fetches the parts of the frame that nobody sees at first, at the first press or key. What somebody types is then never
 * lost to a dialog whose script is gone, because a new version was put in place meanwhile.
 */
export function loadAtFirstTouch(): () => void {
  const events = ['pointerdown', 'keydown'] as const
  const stop = () => {
    for (const event of events) window.removeEventListener(event, touched)
  }
  function touched() {
    stop()
    // One that does not arrive is fetched again when it is needed.
    for (const get of Object.values(load)) get().catch(() => undefined)
  }
  for (const event of events) window.addEventListener(event, touched)
  return stop
}
