import { directorySites } from './odd-directory.ts'
import { type OddSite, type OddWorld, oddManifest } from './odd-world.ts'

/** Every text that a party can have stored by the interface, one site each. */
export function oddSites(world: OddWorld): OddSite[] {
  const { customer, publisher, moderator, operator } = world.parties
  const { listingId, installationId, tenantId } = world
  const org = (name: string) => `/api/v1/organizations/${name}`
  const site = (
    party: string,
    method: string,
    url: string,
    body: (text: string) => unknown,
    name: string,
  ): OddSite => ({
    name,
    write: (text) => world.ask(party, method, url, body(text)),
  })
  const listing = (part: string, body: (text: string) => unknown = (text) => ({ [part]: text })) =>
    site(publisher, 'PATCH', `/api/v1/listings/${listingId}`, body, `the ${part} of a listing`)
  const manifest = (name: string, change: (text: string) => object): OddSite[] => {
    const whole = (text: string) => ({ name: 'acme/app-1', version: '1.1.0', ...oddManifest, ...change(text) })
    return [
      site(publisher, 'PUT', `/api/v1/listings/${listingId}/manifest`, whole, `${name} in a draft manifest`),
      site(
        publisher,
        'POST',
        `/api/v1/listings/${listingId}/plan`,
        (text) => ({ manifest: whole(text) }),
        `${name} in a manifest`,
      ),
    ]
  }
  const field = (change: (text: string) => object) => (text: string) => ({
    app: { fields: [{ name: 'note', title: 'Note', type: 'Text', ...change(text) }] },
  })
  const part = (change: (text: string) => object) => (text: string) => ({
    platform: { ...oddManifest.platform, ...change(text) },
  })
  const configuration = (name: string, body: (text: string) => unknown) =>
    site(customer, 'PUT', `/api/v1/installations/${installationId}/configuration`, body, name)
  const connect = (name: string, change: (text: string) => object) =>
    site(customer, 'POST', `${org('northwind')}/tenants`, (text) => world.sim.connected(change(text)), name)
  return [
    // The publisher.
    ...['title', 'summary', 'about', 'requirements', 'supportContact'].map((one) => listing(one)),
    listing('link title', (text) => ({ links: [{ title: text, url: 'https://docs.example.test' }] })),
    listing('link address', (text) => ({ links: [{ title: 'Docs', url: `https://docs.example.test/${text}` }] })),
    site(
      publisher,
      'POST',
      `${org('acme')}/listings`,
      (text) => ({ appName: text, title: 'App', variant: 'connected' }),
      'the name of an app',
    ),
    site(publisher, 'POST', `${org('acme')}/api-keys`, (text) => ({ name: text }), 'the name of an API key'),
    site(publisher, 'PATCH', org('acme'), (text) => ({ title: text }), 'the title of an organization'),
    site(publisher, 'PATCH', '/api/v1/me', (text) => ({ name: text }), 'the name of a person'),
    site(
      publisher,
      'POST',
      `${org('acme')}/invitations`,
      (text) => ({ email: `${text}@example.test`, role: 'viewer' }),
      'an invited address',
    ),
    site(
      publisher,
      'PUT',
      `/api/v1/listings/${listingId}/variables/ODD_VALUE`,
      (text) => ({ value: text }),
      'the value of a variable',
    ),
    {
      name: 'the name of a variable',
      write: (text) =>
        world.ask(
          publisher,
          'PUT',
          `/api/v1/listings/${listingId}/variables/${encodeURIComponent(text.toWellFormed())}`,
          { value: 'x' },
        ),
    },
    ...manifest('a version', (version) => ({ version })),
    ...manifest('the name of an app', (name) => ({ name: `acme/${name}` })),
    ...manifest('a property nobody knows', (text) => ({ [text]: text })),
    ...manifest(
      'the name of a setting',
      field((name) => ({ name })),
    ),
    ...manifest(
      'the title of a setting',
      field((title) => ({ title })),
    ),
    ...manifest(
      'the hint of a setting',
      field((hint) => ({ hint })),
    ),
    ...manifest(
      'the default of a setting',
      field((text) => ({ default: text })),
    ),
    ...manifest(
      'the pattern of a setting',
      field((pattern) => ({ pattern, patternMessage: pattern })),
    ),
    ...manifest(
      'the items of a setting',
      field((text) => ({ type: 'Select', values: [{ text, value: text }] })),
    ),
    ...manifest(
      'a mapping field',
      part((text) => ({ fields: [{ name: text, title: text, hint: text }] })),
    ),
    ...manifest(
      'the path of a webhook',
      part((text) => ({ webhooks: [{ path: `/${text}`, events: ['policy.*'] }] })),
    ),
    ...manifest(
      'an event',
      part((text) => ({ webhooks: [{ path: '/hooks', events: [text] }] })),
    ),
    ...manifest(
      'an operation',
      part((text) => ({ autofill: [{ path: '/fill', operations: [text] }] })),
    ),
    ...manifest(
      'a rater',
      part((text) => ({ externalRaters: [{ name: text, path: '/rate', headers: { [text]: text } }] })),
    ),
    ...manifest(
      'the header of a rater',
      part((text) => ({ externalRaters: [{ name: 'r', path: '/rate', headers: { 'x-odd': text } }] })),
    ),
    ...manifest(
      'a hook',
      part((text) => ({ lifecycle: [text, { hook: 'configure', path: `/${text}` }] })),
    ),
    ...manifest(
      'a public path',
      part((text) => ({ public: [`/${text}`] })),
    ),
    ...[publisher, moderator].map((party) =>
      site(party, 'POST', `/api/v1/reviews/${world.reviewId}/messages`, (text) => ({ text }), 'a message of a review'),
    ),
    // The customer.
    site(customer, 'PATCH', `/api/v1/tenants/${tenantId}`, (text) => ({ name: text }), 'the name of a tenant'),
    site(customer, 'PATCH', `/api/v1/tenants/${tenantId}`, (text) => ({ hostName: text }), 'the host name of a tenant'),
    connect('the host name at connecting', (text) => ({ hostName: text })),
    connect('the address at connecting', (text) => ({ apiUrl: `https://${text}` })),
    connect('a user name', (text) => ({
      credentials: { integration: { username: text, password: 'p' }, data: { clientId: text, clientSecret: text } },
    })),
    site(
      customer,
      'POST',
      `${org('northwind')}/tenants`,
      (text) => world.sim.enterprise({ tenantLocator: text }),
      'a locator',
    ),
    site(
      customer,
      'POST',
      `${org('northwind')}/tenants`,
      (text) => world.sim.enterprise({ credentials: { token: text } }),
      'a personal access token',
    ),
    configuration('the name of a setting of a configuration', (text) => ({ settings: { [text]: 'x' } })),
    configuration('a mapped product', (text) => ({ mappings: [{ productName: text, fields: { last: text } }] })),
    configuration('a mapped field', (text) => ({
      mappings: [{ productName: 'policyholders', fields: { [text]: text } }],
    })),
    configuration('a setting', (text) => ({ settings: { note: text, secret: text } })),
    ...directorySites(world),
    // The platform's own people.
    site(
      moderator,
      'POST',
      `/api/v1/listings/${listingId}/suspend`,
      (text) => ({ reason: text }),
      'a reason to suspend',
    ),
    site(moderator, 'POST', `/api/v1/listings/${listingId}/reinstate`, () => undefined, 'nothing, to reinstate'),
    // Verified again, and hidden from customers until its publisher shows it.
    site(publisher, 'POST', `/api/v1/listings/${listingId}/make-public`, () => undefined, 'nothing, to show'),
    site(operator, 'POST', `${org('nobody')}/disable`, (text) => ({ reason: text }), 'a reason to disable'),
    // Anybody.
    site(
      '',
      'POST',
      '/api/v1/people',
      (text) => ({ email: 'somebody@example.test', name: text, password: `${text} long enough` }),
      'a sign-up',
    ),
    site('', 'POST', '/api/v1/session', (text) => ({ email: text, password: text }), 'a sign-in'),
    site('', 'POST', '/api/v1/token', (text) => ({ clientId: text, apiKey: text }), 'the name of a client'),
  ]
}
