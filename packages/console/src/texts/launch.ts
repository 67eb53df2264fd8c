import { often } from '@mkt/contract/text'

export const launch = {
  title: (app: string) => `Launch ${app}`,
  testTitle: (app: string) => `Test launch of ${app}`,
  real: 'Launch for real',
  test: 'Launch as a test',
  realHint:
    'This is a test: it takes every release as soon as it is live. Launch it for real to follow what you promote.',
  steps: { connect: 'Connect', configure: 'Configure', map: 'Map', review: 'Review' },
  connect: {
    lead: 'Which of your policy systems should it work with?',
    empty: 'No policy system for this application yet',
    emptyText: 'Connect your policy system first; you need its address and an account.',
    emptyForOthers: 'An owner or admin of your organization connects the policy system.',
    first: 'Connect policy system',
    new: 'Connect another policy system',
    choose: 'Choose a tenant to continue.',
    chosen: 'Tenant',
    already: (count: number) =>
      count === 1
        ? 'This application is already installed here.'
        : `This application is already installed here ${often(count)}.`,
    own: 'Use separate credentials for this application',
    ownHint:
      'By default it uses the credentials of the tenant. Separate ones can be limited and revoked without touching other applications. A set you leave empty is taken from the tenant.',
    ownMissing: 'Enter the credentials for this application, or use those of the tenant.',
    search: 'Search tenants',
    orders: [
      { value: '-createdAt', label: 'Newest first' },
      { value: 'createdAt', label: 'Oldest first' },
      { value: 'name', label: 'By name' },
    ],
  },
  configure: { lead: 'These settings are for your organization alone.' },
  review: {
    checked: 'What the application says about these settings',
    checkBlocks: 'It cannot be launched like this. Go back and change them.',
    checkPasses: 'You can go back and change them, or launch anyway.',
    lead: 'Check what will happen before you launch.',
    name: 'Name',
    nameHint: (usual: string | undefined) =>
      `Tells it apart from other installations of this app. Leave it empty to name it ${usual ? `“${usual}”` : 'after the app'}.`,
    tenant: 'Tenant',
    credentials: 'Credentials',
    ownCredentials: 'Separate ones, entered',
    tenantCredentials: 'Those of the tenant',
    release: 'Release',
    settings: 'Settings',
    mappings: 'Mappings',
    registered: 'This will be registered in your tenant',
    nothing: 'Nothing is registered in your tenant.',
    webhook: 'Webhook',
    autofill: 'Autofill',
    rater: 'External rater',
    raterNote: 'A person attaches it to a product; launching alone changes no price.',
    everyProduct: 'every product',
    noProduct: 'no product',
    coversNothing: 'Autofill will not be called',
    coversNothingText: 'No product is mapped. Map at least one product: autofill is called for mapped products only.',
    public: 'Anyone can call these paths of the application:',
    secretEntered: 'entered',
    launch: 'Launch',
  },
  noRelease: 'There is no release to launch yet',
  noReleaseText: 'The publisher has to deploy one first.',
  notForYou: 'Only owners and admins of your organization can launch an app.',
  notLaunchable: 'This application cannot be launched now',
  kept: 'What you entered is kept in this browser until you launch; secrets are not.',
  copied:
    'Starts with the settings and mappings of the installation you copy. Enter its secrets again; they are not copied.',
  discard: 'Start over',
}
