import { type MailTopic, notificationKinds } from '@mkt/contract/api'

const topics: Readonly<Record<string, MailTopic>> = notificationKinds

/** Whether a person wants mail about a notification. A kind of another release is mailed: nobody could choose yet. */
export function wantsMail(kind: string, noMailAbout: readonly MailTopic[]): boolean {
  const topic = Object.hasOwn(topics, kind) ? topics[kind] : undefined
  return topic === undefined || !noMailAbout.includes(topic)
}
