import { wantsMail } from '../../domain/platform/wants-mail.ts'
import { giveBackNotifications, markMailed, takeUnmailed } from '../../store/platform/notifications.ts'
import type { Platform } from './platform.ts'

const BATCH = 20
/** A mail that failed for a day is dropped; its notification stays in the console. */
const WORTH_MAILING_MS = 24 * 3_600_000
/** How long a process may take for a batch before others take it for dead. */
const HELD_MS = 10 * 60_000

/**
 * Mails what people were told inside the platform and not yet by mail. Each row is held by one process at a time and marked when
 * its mail is out, or when its person wants none; what the mail server does not accept is given back for the next round. Returns how many were mailed.
 */
export async function mailNotifications(
  platform: Pick<Platform, 'addresses' | 'clock' | 'db' | 'mailer'>,
): Promise<number> {
  if (!platform.mailer.configured) return 0
  let mailed = 0
  for (;;) {
    const now = platform.clock.now()
    const since = new Date(now.getTime() - WORTH_MAILING_MS)
    const until = new Date(now.getTime() + HELD_MS)
    const taken = await takeUnmailed(platform.db, { now, since, until }, BATCH)
    const refused: string[] = []
    for (const row of taken) {
      if (!wantsMail(row.kind, row.noMailAbout)) {
        // For good: a choice that is taken back brings no mail about what was.
        await markMailed(platform.db, row.id, platform.clock.now())
        continue
      }
      const address = row.link === null ? '' : `\n\n${platform.addresses.publicUrl}${row.link}`
      const sent = await platform.mailer.send({ to: row.email, subject: row.title, text: `${row.text}${address}\n` })
      if (sent) {
        await markMailed(platform.db, row.id, platform.clock.now())
        mailed += 1
      } else refused.push(row.id)
    }
    await giveBackNotifications(platform.db, refused)
    if (taken.length < BATCH || refused.length > 0) return mailed
  }
}
