import type { DemoApp } from './demo-app.ts'

const vehicle = (field: string) =>
  `$[?(@.name=='personal-auto')].policyConfiguration.exposures[?(@.name=='vehicle')].fields[?(@.name=='${field}')]`
const policy = (field: string) => `$[?(@.name=='personal-auto')].policyConfiguration.fields[?(@.name=='${field}')]`

export const demoApps: readonly DemoApp[] = [
  {
    name: 'minimal',
    title: 'Minimal',
    variant: 'connected',
    category: 'other',
    summary: 'The smallest application there is: it hears that a policy was issued.',
    about:
      '## What it does\n\nMinimal listens to one event, `policy.issue`, and writes one line about it.\n\n## Who it is for\n\nAuthors who want to see a whole application at one glance.',
    requirements:
      '- A connected tenant with a product deployed\n- No settings: launch it and issue a policy\n- No personal data is stored',
    launch: { settings: {}, mappings: [] },
  },
  {
    name: 'settings',
    title: 'Document Settings',
    variant: 'connected',
    category: 'documents',
    summary: 'Every kind of setting in one form: texts, lists, passwords, and fields that appear by choice.',
    about:
      '## What it does\n\nDocument Settings prepares documents in your language and your name, for download or into your own archive.\n\n## What it shows\n\nPlain settings can be read back and changed. Passwords and confidential values are **write-only**: nobody reads them back, neither you nor we.',
    requirements:
      '- A connected tenant\n- For delivery into an archive: its address and a password\n- Secrets are encrypted at rest and given to the application alone',
    launch: {
      settings: {
        companyName: 'Northwind Insurance',
        supportEmail: 'help@northwind.example',
        language: 'en',
        footer: 'legal',
        delivery: 'archive',
        archiveUrl: 'https://archive.northwind.example/documents',
        archivePassword: 'correct horse battery staple',
        licenseKey: 'NW-2048-4096',
        region: 'na',
      },
      mappings: [],
    },
  },
  {
    name: 'notifier',
    title: 'Policy Notifier',
    variant: 'connected',
    category: 'communication',
    summary: 'Tells your people and systems when policies, claims and payments move.',
    about:
      '## What it does\n\nPolicy Notifier turns events of your policy system into short notices: a policy was issued, a claim was opened, an invoice is past due. It writes them to the log or posts them, signed, to an address of yours.\n\n## Reliable\n\nA notice that your system cannot take is sent again for up to three days; each carries one id on every attempt, so you can tell repeats.',
    requirements:
      '- A connected tenant\n- For notices by HTTP: an address that takes a JSON POST\n- Notices name policies and claims by their locators alone',
    launch: { settings: { channel: 'log', tone: 'friendly', prefix: '[Northwind]' }, mappings: [] },
  },
  {
    name: 'vin-autofill',
    title: 'VIN Autofill',
    variant: 'connected',
    category: 'data',
    summary: 'Type the vehicle identification number; make, model and year fill themselves in.',
    about:
      '## What it does\n\nWhenever a policy is created or changed, VIN Autofill reads the vehicle identification number and fills in make, model and model year.\n\n## How\n\nThe number is decoded inside the application. Nothing leaves it: no third party, no waiting.',
    requirements:
      '- A connected tenant with a product that has vehicles\n- Map the field that holds the number; map make, model and year as you like\n- Answers within 3 seconds, usually within 10 milliseconds',
    launch: {
      settings: { existing: 'keep', checkDigit: 'fill' },
      mappings: [
        {
          productName: 'personal-auto',
          fields: { vin: vehicle('vin'), make: vehicle('make'), model: vehicle('model'), year: vehicle('year') },
        },
      ],
    },
  },
  {
    name: 'rater',
    title: 'Table Rater',
    variant: 'connected',
    category: 'rating',
    summary: 'Price perils with a rate table of your own, changed in a minute.',
    about:
      '## What it does\n\nTable Rater prices every peril of a policy with the rate table in your settings: a share of the insured value or an amount, with factors for the place and for business use.\n\n## Yours alone\n\nEvery customer has a table of its own. A new table counts from the next price on.',
    requirements:
      '- A connected tenant\n- After the launch, attach the rater to your product: that changes prices, so a person does it\n- A peril without a rate is refused rather than priced at zero',
    launch: {
      settings: {
        rates: 'peril,percent,amount\ncollision,2.1,\ncomprehensive,0.8,\nbodily_injury,,320\n*,,100',
        minimum: '25',
        territories: 'table',
        territoryFactors: 'postalCode,factor\n981,1.2\n10,1.35',
        businessUse: '1.25',
      },
      mappings: [
        {
          productName: 'personal-auto',
          fields: { value: vehicle('vehicle_value'), usage: vehicle('usage'), postalCode: policy('garaging_zip') },
        },
      ],
    },
  },
  {
    name: 'audit',
    title: 'Audit Trail',
    variant: 'enterprise',
    category: 'underwriting',
    summary: 'A sealed line for everything that happens in your enterprise tenant.',
    about:
      '## What it does\n\nAudit Trail hears every event of policies, billing and claims and writes one sealed line for each, so that a changed line is found out.\n\n## Discreet\n\nIt records what happened and to which thing; people only if you ask for it.\n\n## Readable\n\nMap a field of your exposures, and each line names what is insured instead of a locator alone.',
    requirements:
      '- An enterprise tenant and a personal access token\n- A sealing secret that you keep yourself\n- Mappings are optional: without them nothing is read from your policies',
    launch: {
      settings: { detail: 'people', chainSecret: 'a long secret for sealing lines', department: 'Compliance' },
      mappings: [
        {
          productName: 'PersonalAuto',
          fields: {
            subject: "$.exposures['PersonalVehicle'].data['vin']",
            holder: "$.accounts['ConsumerAccount'].data['lastName']",
          },
        },
      ],
    },
  },
  {
    name: 'lifecycle',
    title: 'Inspection Orders',
    variant: 'connected',
    category: 'underwriting',
    summary: 'Orders an inspection for each issued policy and hears when it is done.',
    about:
      '## What it does\n\nInspection Orders registers your installation with the inspection service when you launch it, orders an inspection for each issued policy, and takes the call that says it is done.',
    requirements:
      '- An account with the inspection service\n- One public path, `/callbacks/*`, which the service calls with your key',
  },
]
