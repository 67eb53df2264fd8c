import { mailNotifications } from '../actions/platform/mail-notifications.ts'
import type { Platform } from '../actions/platform/platform.ts'

const EVERY_MS = 60_000

/** Mails notifications soon after they are written; once a minute it also looks for those that a dead process or mail server left. */
export function startMail(platform: Platform): { stop(): Promise<void> } {
  if (!platform.mailer.configured) return { stop: () => Promise.resolve() }
  let running: Promise<unknown> | undefined
  let again = false
  let stopped = false

  function look(): void {
    if (stopped) return
    if (running !== undefined) {
      again = true
      return
    }
    again = false
    running = mailNotifications(platform)
      .catch((error: unknown) => platform.log.warn({ err: error }, 'mailing failed and is tried again in a minute'))
      .finally(() => {
        running = undefined
        if (again) look()
      })
  }

  const unsubscribe = platform.changes.subscribe('notification', { changed: look, reset: look })
  const timer = setInterval(look, EVERY_MS)
  look()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      unsubscribe()
      await running
    },
  }
}
