import {
  type AlertMessage,
  messageText,
  signedHeaders,
  subjectLine,
  webhookBody,
} from '../../domain/alert/alert-message.ts'
import { OutboundError } from '../../outbound/outbound-error.ts'
import { type AlertRuleRow, isMemberAddress } from '../../store/alert/alert-rules.ts'
import type { Platform } from '../platform/platform.ts'

/** The encrypted part of a rule. */
export interface AlertAddress {
  address: string
  secret: string | null
}

/** Additional data of the encrypted address, so it cannot be used for another rule. */
export const alertIdentity = (ruleId: string) => `alert address ${ruleId}`

export async function openAddress({ vault }: Pick<Platform, 'vault'>, rule: AlertRuleRow): Promise<AlertAddress> {
  const opened = await vault.open(rule.organizationId, alertIdentity(rule.id), rule.sealed)
  return JSON.parse(opened.toString('utf8')) as AlertAddress
}

const SEND_MS = 10_000
const ANSWER_BYTES = 4_096

/** Sends a message to the target of a rule, and gives what went wrong in words that quote no address, or undefined. */
export async function sendAlert(
  platform: Pick<Platform, 'db' | 'http' | 'mailer' | 'vault'>,
  rule: AlertRuleRow,
  message: AlertMessage,
): Promise<string | undefined> {
  const { address, secret } = await openAddress(platform, rule)
  if (rule.target === 'mail') return sendMail(platform, rule, address, message)
  const body = rule.target === 'slack' ? JSON.stringify({ text: messageText(message) }) : webhookBody(message)
  const signed = secret === null ? {} : signedHeaders(message, body, secret)
  try {
    const { status } = await platform.http.send({
      method: 'POST',
      url: address,
      headers: { 'content-type': 'application/json', ...signed },
      body,
      timeoutMs: SEND_MS,
      maxBytes: ANSWER_BYTES,
    })
    return status < 300 ? undefined : `The receiver answered with status ${status}.`
  } catch (error) {
    if (error instanceof OutboundError) return `The receiver could not be reached: ${error.reason}.`
    throw error
  }
}

async function sendMail(
  platform: Pick<Platform, 'db' | 'mailer'>,
  rule: AlertRuleRow,
  address: string,
  message: AlertMessage,
): Promise<string | undefined> {
  // Somebody who left the organization hears nothing more of it.
  if (!(await isMemberAddress(platform.db, rule.organizationId, address)))
    return 'The mail address belongs to no member of the organization any more.'
  if (!platform.mailer.configured) return 'The platform has no mail server. Ask its operator.'
  const mail = { to: address, subject: subjectLine(message), text: `${messageText(message)}\n` }
  return (await platform.mailer.send(mail)) ? undefined : 'The mail server did not take the message.'
}
