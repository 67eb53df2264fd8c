const list = new Intl.ListFormat('en', { type: 'conjunction' })

export const tenantTexts = {
  title: 'Tenants',
  lead: 'The policy systems your organization has connected.',
  new: 'Connect policy system',
  empty: 'No policy system connected',
  rename: 'Rename',
  anyVariant: 'Both variants',
  emptyText: 'Connect one to launch applications against it.',
  columns: {
    name: 'Name',
    variant: 'Variant',
    state: 'Connection',
    address: 'Address',
    credentials: 'Credentials',
    since: 'Connected',
  },
  form: {
    name: 'Name',
    nameHint: 'What you call it: production, sandbox …',
    variant: 'Variant',
    apiUrl: 'API address',
    apiUrlHint: 'Where its API answers.',
    hostName: 'Host name',
    hostNameHint: 'The host name of your tenant.',
    tenantLocator: 'Tenant locator',
    tenantLocatorHint: 'The UUID of your tenant.',
    integration: 'Integration credentials',
    integrationHint: 'An administrator account: registers webhooks, autofill and raters in the tenant.',
    data: 'Data credentials',
    dataHint: 'A second account: applications read and change records with it. The tenant needs a product deployed.',
    token: 'Personal access token',
    tokenHint: 'Serves integration and data access. Starts with PAT_.',
    flow: 'Sign in with',
    password: 'User account',
    client: 'OIDC client',
    username: 'User name',
    passwordField: 'Password',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    submit: 'Check and connect',
    checking: 'The platform signs in once and looks for a deployed product.',
  },
  reasons: {
    credentials_refused: 'The policy system refused these credentials.',
    unreachable: 'The policy system could not be reached at this address.',
    no_product_deployed: 'No product is deployed in this tenant.',
  } as Record<string, string>,
  set: 'set',
  notSet: 'not set',
  refused: 'refused',
  kinds: { integration: 'Integration', data: 'Data', token: 'Token' } as Record<string, string>,
  connection: {
    title: 'Connection',
    states: {
      reachable: 'Reachable',
      unreachable: 'Out of reach',
      refused: 'Credentials refused',
      unknown: 'Not checked yet',
    },
    since: 'Began',
    remedies: {
      unreachable: 'Check the API address and the network in front of it. The platform tries again automatically.',
      refused: 'Replace the credentials below.',
    },
    checked: 'Last answer',
    never: 'Never',
    next: 'Next check',
    credentials: { integration: 'Integration credentials', data: 'Data credentials', token: 'Access token' } as Record<
      string,
      string
    >,
    entered: 'Entered',
    used: 'last used',
    notUsed: 'not used yet',
    answeredIn: (time: string) => `in ${time}`,
    drift: 'Registrations',
    noDrift: (count: number) => (count === 0 ? 'Nothing is registered' : 'Everything is registered as it should be'),
    noneFound: 'No differences found',
    wrong: (count: number) =>
      count === 1
        ? '1 registration is not as it should be, see below'
        : `${count} registrations are not as they should be, see below`,
    repaired: (count: number) =>
      count === 1 ? '1 difference found and repaired, last' : `${count} differences found and repaired, last`,
    test: 'Test now',
    passed: 'The policy system answers',
    failed: 'The test failed',
    answered: (time: string) => `works, answered in ${time}`,
  },
  products: 'Products',
  stale: 'The policy system could not be reached. This is its last answer.',
  fieldCount: (count: number) =>
    count === 1 ? 'One field can be mapped. Read' : `${count} fields can be mapped. Read`,
  registered: 'Registered by the platform',
  registeredLead:
    'What is registered in the tenant for your applications. The platform checks it regularly and repairs differences.',
  nothingRegistered: 'Nothing is registered.',
  searchRegistered: 'Search applications',
  registeredState: 'State',
  anyRegisteredState: 'All states',
  registeredOrders: [
    { value: '', label: 'Oldest first' },
    { value: 'listing', label: 'By application' },
    { value: '-checkedAt', label: 'Checked most recently' },
    { value: 'checkedAt', label: 'Checked longest ago' },
  ],
  checked: 'checked',
  missingPath: (path: string, product: string) =>
    `The policy system no longer has ${path}, which is mapped in ${product}.`,
  replace: 'Replace credentials',
  replaceLead: 'New credentials are checked before they replace the stored ones.',
  replaced: 'The credentials are replaced.',
  relay: {
    title: 'How applications reach it',
    lead: 'How applications launched on this tenant call your policy system. Changes take effect at once.',
    options: {
      off: ['Directly', 'Each application gets a token of your data credentials and calls your policy system itself.'],
      read: [
        'Through the relay, reading only',
        'Applications never hold your token. The platform passes their requests on, refuses every request that changes data, and records each of them.',
      ],
      write: [
        'Through the relay',
        'Applications never hold your token. The platform passes all their requests on and records each of them.',
      ],
    } as Record<'off' | 'read' | 'write', readonly [string, string]>,
    narrower: 'An application that asks for less in its manifest gets less.',
    changed: 'Saved. Applications see it the next time they read their state.',
    change: (mode: string) => `${mode}?`,
    confirm: 'Change',
    counting: 'Counting the installations on this tenant …',
    reachesUnknown: 'It reaches every installation on this tenant.',
    reaches: (names: readonly string[]) => {
      if (names.length === 0) return 'No application is installed on this tenant yet.'
      const shown = names.length > 5 ? [...names.slice(0, 5), `${names.length - 5} more`] : names
      const count = names.length === 1 ? '1 installation' : `${names.length} installations`
      return `It reaches ${count} at once: ${list.format(shown)}.`
    },
  },
  delete: 'Disconnect',
  deleteText: 'The stored credentials are erased. Possible only while no application is launched on this tenant.',
}
