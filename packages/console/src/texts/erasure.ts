/** Erasing what was recorded of people. */
export const erasure = {
  title: 'Erase data',
  lead: 'Erases recorded payloads, messages of the app, samples, event bodies, last answers and paths of requests to the policy system here, and tells the app to erase its own copies. A certificate stays in the audit.',
  locators: 'Locators',
  locatorsHint:
    'Of accounts, policyholders or policies, separated by spaces or lines. Leave it empty to erase everything.',
  erase: 'Erase',
  everything: (name: string) => `Everything that was recorded for ${name} is erased. This cannot be undone.`,
  named: (count: number) =>
    `Everything recorded that names ${count === 1 ? 'this locator' : `one of these ${count} locators`} is erased. This cannot be undone.`,
  done: 'Erased',
  rows: {
    callPayloads: 'Call payloads',
    appMessages: 'Messages of the app',
    sampleCalls: 'Sample calls',
    eventBodies: 'Event bodies',
    lastAnswers: 'Last answers',
    trialCalls: 'Trial calls',
    shadowCalls: 'Shadow calls',
    trialReports: 'Trial reports',
    tenantCallPaths: 'Paths of requests to the policy system',
    unreadable: 'Of these, could not be read',
  },
  app: {
    told: 'The app was told.',
    failed: 'The app was told and failed; see the log.',
    'no-hook': 'The app has no erase hook, so it was not told.',
    unavailable: 'No instance of the app was running, so it was not told.',
  },
  kept: 'The certificate is in the audit.',
}
