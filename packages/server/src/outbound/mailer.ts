import type { Transporter } from 'nodemailer'
import type { Log } from '../lib/log.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mail where a mail server is configured. Mail is never the only way to anything, so a failure is logged, not thrown. */
export interface Mailer {
  readonly configured: boolean
  send(mail: Mail): Promise<boolean>
}

/** A mail server that hangs must not hold up its callers, unless the operator's address says otherwise. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

function withPatience(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  for (const [name, value] of Object.entries(patience))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value))
  return url.href
}

/** The library is read where there is a mail server, not at every start. */
async function openTransport(address: string): Promise<Transporter> {
  return (await import('nodemailer')).createTransport(address)
}

/** Why the mail server does not take our sign-in: a code, since messages may name the account; undefined where it does. */
export async function checkMailServer(smtpUrl: string): Promise<string | undefined> {
  const transport = await openTransport(withPatience(smtpUrl))
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'error'
  } finally {
    transport.close()
  }
}

export function createMailer(options: {
  smtpUrl: string | undefined
  from: string
  log: Log
  /** While it says so nothing is sent, as if there were no mail server. */
  isHeld?: () => boolean
}): Mailer {
  const address = options.smtpUrl === undefined ? undefined : withPatience(options.smtpUrl)
  let opened: Promise<Transporter> | undefined
  return {
    get configured() {
      return address !== undefined && options.isHeld?.() !== true
    },
    async send(mail) {
      if (address === undefined || options.isHeld?.() === true) return false
      try {
        opened ??= openTransport(address)
        const transport = await opened
        await transport.sendMail({ from: options.from, to: mail.to, subject: mail.subject, text: mail.text })
        return true
      } catch (error) {
        options.log.warn({ error: (error as Error).message, subject: mail.subject }, 'a mail could not be sent')
        return false
      }
    },
  }
}
