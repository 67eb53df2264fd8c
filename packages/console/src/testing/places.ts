/** Who visits the console, one by one. `stranger` is nobody who is signed in. */
export type Visiting = 'stranger' | 'customer' | 'operations' | 'publisher' | 'moderator' | 'operator'

const installation = '/manage/installations/$installationId'
const ownListing = '/publish/$listingId'

/** Every page of the console, as the router writes its address, with somebody who visits it. */
export const placesOf: Record<Visiting, readonly string[]> = {
  stranger: ['/sign-in', '/join', '/set-password', '/sso/callback'],
  customer: [
    '/',
    '/browse',
    '/browse/$listingId',
    '/browse/publishers/$publisher',
    '/launch/$listingId',
    '/manage',
    '/manage/tenants',
    '/manage/tenants/$tenantId',
    '/manage/policies',
    '/manage/policies/$locator',
    installation,
    `${installation}/activity`,
    `${installation}/configuration`,
    `${installation}/access`,
    '/manage/tenants/new',
    '/manage/packages',
    `${installation}/configuration/compare`,
    `${installation}/log`,
    `${installation}/ledger`,
    `${installation}/trust`,
    `${installation}/pricing`,
    `${installation}/trials`,
    '/traces/$traceId',
    '/organization',
    '/organization/members',
    '/organization/signing-keys',
    '/organization/sign-in',
    '/organization/alerts',
    '/organization/audit',
    '/account',
    '/notifications',
    '/device',
    '/tool',
    '/$',
  ],
  operations: ['/', '/manage', installation, `${installation}/access`, '/organization'],
  publisher: [
    '/',
    '/publish',
    '/publish/new',
    ownListing,
    `${ownListing}/details`,
    `${ownListing}/manifest`,
    `${ownListing}/releases`,
    `${ownListing}/findings`,
    `${ownListing}/deployments`,
    `${ownListing}/variables`,
    `${ownListing}/usage`,
  ],
  moderator: ['/', '/moderate', '/moderate/listings', '/moderate/$reviewId', '/browse/$listingId'],
  operator: [
    '/',
    '/operate',
    '/operate/paused',
    '/operate/installations',
    '/operate/organizations',
    '/operate/organizations/$org',
    '/operate/people',
    '/operate/packages',
    '/operate/sign-in',
    '/operate/audit',
  ],
}

/** Addresses of before that lead to a page of now. */
export const formerPlaces: readonly string[] = [
  `${installation}/deliveries`,
  `${installation}/calls`,
  `${installation}/tenant-calls`,
  `${ownListing}/reviews`,
]
