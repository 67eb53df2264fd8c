import type { MailTopic } from '@mkt/contract/api'

const topics: Record<MailTopic, { title: string; text: string }> = {
  reviews: { title: 'Reviews', text: 'A review is opened or answered, or somebody writes in one.' },
  releases: {
    title: 'Releases',
    text: 'A release waits, fails, has findings, is halted or reaches its next wave; a trial ends.',
  },
  installations: {
    title: 'Installations',
    text: 'An installation is failing, needs attention, is stopped or uninstalled; deliveries fail or are paused.',
  },
  updates: { title: 'Updates', text: 'A newer release is offered to one of your installations.' },
  tenants: { title: 'Tenants', text: 'A policy system cannot be reached, or refuses the credentials.' },
  suspensions: { title: 'Suspensions', text: 'A listing is suspended; a publisher is disabled or enabled again.' },
}

export const mail = {
  title: 'Mail',
  lead: (address: string) =>
    `Which notifications are also sent to ${address}. Alert rules of your organization send their own mail.`,
  all: 'Mail me about everything',
  none: 'You get no mail about notifications. They all stay in the list behind the bell.',
  /** In the address of the account page. */
  anchor: 'mail',
  choose: 'Choose what is mailed',
  topics,
}
