export const testEventTexts = {
  title: 'Send a test event',
  lead: 'Sends one event of the kind the application asks for, as your policy system would, and shows it arriving.',
  type: 'Event',
  policy: 'Policy locator',
  policyHint: 'mkt-test-policy',
  send: 'Send a test event',
  underWay: (type: string) => `${type} is on its way …`,
  arrived: 'The event arrived',
  answered: (type: string, status: number, durationMs: number) =>
    `The application answered ${type} with ${status} in ${durationMs} ms.`,
  refused: 'The application did not accept the event',
  status: (status: number) =>
    `It answered ${status}. Without a policy of your own, the event names one that does not exist; an application may refuse it.`,
  noAnswer: 'There was no answer.',
  open: 'Open it in Activity',
}
