interface Figures {
  delivered: number
  dead: number
  waiting: number
  calls: number
  failedCalls: number
  averageCallMs: number | null
  stateReads: number
  memoryBytes: number | null
  restarts: number | null
}

export const moderate = {
  title: 'Moderate',
  lead: 'What publishers submit, reviewed before customers see it.',
  queue: 'Reviews',
  queueLead: 'Releases that publishers submitted for review.',
  listings: {
    title: 'Listings',
    lead: 'Every listing. Suspend one that does harm; reinstate it when it is fixed.',
    anyState: 'All states',
    empty: 'No listing matches',
    installations: 'Installations',
    changed: 'Changed',
  },
  states: { OPEN: 'Open', APPROVED: 'Approved', CHANGES_REQUESTED: 'Changes requested', WITHDRAWN: 'Withdrawn' },
  empty: 'The queue is empty',
  emptyText: 'No publisher is waiting for a decision.',
  columns: { app: 'Application', release: 'Release', publisher: 'Publisher', state: 'State', since: 'Requested' },
  team: 'Moderation team',
  say: 'Write a message about this review',
  search: 'Application or publisher',
  searchSaid: 'Search messages',
  earlier: 'Show earlier messages',
  nothingSaid: 'Nobody has said anything yet.',
  send: 'Send',
  review: {
    title: (name: string, version: string) => `${name} ${version}`,
    decide: 'Decide',
    decision: 'Decision',
    decidedBy: 'Decided by',
    decidedAt: 'Decided',
    reason: 'Reason',
    reasonHint: 'The publisher reads it, whatever you decide.',
    reasonNeeded: 'Give a reason for your decision.',
    approve: 'Approve',
    approveText: (installations: number) =>
      installations === 0
        ? 'Its publisher can make the listing public and promote this release. Nobody has installed it yet.'
        : `Its publisher can promote this release to ${installations === 1 ? 'the one installation' : `all ${installations} installations`}. An approval cannot be taken back; a listing can be suspended.`,
    requestChanges: 'Request changes',
    next: 'Next review',
    queueDone: 'Back to the queue',
    keys: 'Ctrl + Enter approves, Ctrl + Shift + Enter requests changes (⌘ on a Mac).',
    checklist: 'Checklist',
    passed: 'passed',
    failed: 'needs attention',
    findings: 'Findings',
    noFindings: 'The platform noticed nothing.',
    asksMore: 'Asks for more than before',
    asksNothingMore: 'It asks for nothing beyond the last approved release.',
    firstReview: 'This is the first release of this listing to be reviewed.',
    difference: 'Difference',
    evidence: 'Evidence',
    evidenceLead: 'Test installations of this release: states, hook answers and figures, never settings.',
    figures: (of: Figures) =>
      [
        `${of.delivered} delivered, ${of.dead} dead, ${of.waiting} waiting`,
        `${of.calls} calls, ${of.failedCalls} failed${of.averageCallMs === null ? '' : `, ${of.averageCallMs} ms on average`}`,
        `${of.stateReads} state reads`,
        ...(of.memoryBytes === null ? [] : [`${Math.round(of.memoryBytes / 1_048_576)} MB`]),
        ...(of.restarts === null ? [] : [`${of.restarts} restarts`]),
      ].join(' · '),
    noEvidence: 'The publisher has not launched this release as a test.',
    conversation: 'Conversation',
    about: 'About',
    requirements: 'Requirements',
    asks: 'What it asks for',
    suspend: 'Suspend listing',
    suspendText: (installations: number) =>
      `No new launches, nothing released or promoted. ${
        installations === 0
          ? 'Nobody has installed it.'
          : `${installations === 1 ? 'One installation keeps' : `${installations} installations keep`} running unless you stop ${installations === 1 ? 'it' : 'them'}.`
      }`,
    stopAll: 'Stop all its installations',
    reinstate: 'Reinstate',
    reinstateText: 'The listing is verified again; its publisher can make it public.',
  },
}
