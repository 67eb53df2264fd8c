/** Words of the design parts: about lists, forms and failures in general, never about a thing of the platform. */
export const common = {
  notFound: {
    title: 'There is nothing here',
    text: 'The page does not exist, or it belongs to another organization.',
    home: 'Go to Browse',
  },
  failure: {
    title: 'This could not be loaded',
    bugTitle: 'Something went wrong on our side',
    bugText: 'The problem has been recorded. Try again; if it happens again, send us the request ID.',
    offlineTitle: 'The platform is out of reach',
    forbiddenTitle: 'Your role does not allow this',
    retry: 'Try again',
    request: 'Request',
    problems: (count: number) =>
      count === 1 ? 'One thing needs your attention.' : `${count} things need your attention.`,
  },
  andMore: (count: number) => `and ${count} more`,
  reason: 'Reason',
  loading: 'Loading …',
  loadMore: 'Show more',
  /** What a button does, and to which of many. */
  of: (what: string, which: string) => `${what}: ${which}`,
  sort: {
    by: 'Sort by',
    usual: 'Default order',
    newest: 'Newest first',
    oldest: 'Oldest first',
    /** Each order of a list and its other way round. */
    orders: {
      text: [(column: string) => `${column}, A to Z`, (column: string) => `${column}, Z to A`],
      age: [() => 'Oldest first', () => 'Newest first'],
      time: [(column: string) => `${column}, earliest first`, (column: string) => `${column}, latest first`],
      number: [(column: string) => `${column}, fewest first`, (column: string) => `${column}, most first`],
      size: [(column: string) => `${column}, lowest first`, (column: string) => `${column}, highest first`],
      duration: [(column: string) => `${column}, shortest first`, (column: string) => `${column}, longest first`],
    },
  },
  search: 'Search',
  days: { from: 'From this day', to: 'To this day', short: { from: 'from', to: 'to' } },
  noMatch: 'Nothing matches your search',
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  saved: 'Saved',
  back: 'Back',
  next: 'Next',
  needed: 'Please fill this in.',
  typeToConfirm: (word: string) => `Type ${word} to confirm`,
  outOfReach: 'The platform could not be reached. Check your connection, then try again.',
} as const
