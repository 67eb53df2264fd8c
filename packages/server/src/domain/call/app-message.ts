import { maskMargin } from '../platform/mask.ts'

/** Maximum number of bytes of an application's message that is shown or passed on. */
export const shownMessageBytes = 1024

/** A longer answer is not parsed for a message: nothing that explains a refusal is this long. */
const PARSED_BYTES = 64 * 1024

/** What an application said in an answer that is no success. `stated` says whether it was a problem or `{ error | message }`. */
export interface AppMessage {
  text: string
  stated: boolean
}

/** Reads the message out of an answer. The text is not masked yet, and holds enough beyond what is shown to mask its end. */
export function readAppMessage(body: Buffer): AppMessage {
  const stated = body.length <= PARSED_BYTES ? statedMessage(body.toString('utf8')) : undefined
  if (stated !== undefined) return { text: stated, stated: true }
  return { text: body.toString('utf8', 0, shownMessageBytes + maskMargin), stated: false }
}

/** A 4xx that says why is the application's decision about this request; every other failure is a fault of the application. */
export function isRefusal(status: number, message: AppMessage): boolean {
  return status >= 400 && status <= 499 && message.stated
}

/** The most specific text first: frameworks put the name of the status into `error` and `title`. */
function statedMessage(text: string): string | undefined {
  const value = parsed(text)
  if (value === undefined) return undefined
  const { detail, message, error, title } = value
  const inner = typeof error === 'object' && error !== null ? (error as Record<string, unknown>).message : error
  return [detail, message, inner, title].find((one): one is string => typeof one === 'string' && one.trim() !== '')
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
