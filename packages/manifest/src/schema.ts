import { acceptPattern } from './accept.ts'
import { autofillOperations } from './autofill-operations.ts'
import { DEFAULT_EGRESS_PORT, HOST_CHARACTERS, hostPattern, localhostPattern } from './egress.ts'
import { eventsOf } from './events.ts'
import {
  columnTypes,
  defaults,
  hookNames,
  limits,
  performancePlans,
  settingTypes,
  tenantAccesses,
  variants,
} from './manifest.ts'

const namePart = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const versionPart = '(0|[1-9][0-9]{0,8})'
const pathPart = '([A-Za-z0-9\\-_.~!$&()+,;=:@]|%[0-9A-Fa-f]{2})'

/** Every event name and every `a.*` that stands for at least one. */
function eventEntries(): string[] {
  const names = variants.flatMap((variant) => eventsOf(variant))
  const prefixes = names.flatMap((name) => {
    const parts = name.split('.')
    return parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`)
  })
  return [...new Set([...names, ...prefixes])].sort()
}

const text = (description: string) => ({ type: 'string', description })
const title = { ...text('The label of its input.'), pattern: '\\S' }
const name = { ...text('The key by which the application reads it.'), minLength: 1, maxLength: limits.nameCharacters }
const path = {
  ...text('The path on which the container is called.'),
  maxLength: limits.pathCharacters,
  pattern: `^/(${pathPart}+/)*${pathPart}*$`,
  not: { pattern: '^/(health|_app(/.*)?)$' },
}
const timeout = (most: number, initial: number) => ({
  type: 'integer',
  description: 'How long the policy system waits for the answer, in milliseconds.',
  minimum: 1,
  maximum: most,
  default: initial,
})

const isSelect = { properties: { type: { const: 'Select' } }, required: ['type'] }
const isTable = { properties: { type: { const: 'Table' } }, required: ['type'] }
const isWriteOnly = {
  anyOf: [
    { properties: { type: { const: 'Password' } }, required: ['type'] },
    { properties: { sensitive: { const: true } }, required: ['sensitive'] },
  ],
}

/** A pattern for a header name in any case, since JSON Schema has no flag for it. */
function anyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)
}

const reservedHeaders = ['host', 'connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'].map(
  anyCase,
)
const reservedPrefixes = ['x-mkt-', 'content-', 'proxy-'].map((prefix) => `${anyCase(prefix)}.*`)

const setting = {
  type: 'object',
  description: 'One input of the configuration step.',
  required: ['name', 'title', 'type'],
  properties: {
    name,
    title,
    type: { enum: settingTypes, description: 'How the input is rendered.' },
    hint: text('Extra explanation beside the title.'),
    required: { type: 'boolean', default: false, description: 'The application strictly needs a value.' },
    sensitive: { type: 'boolean', default: false, description: 'The value can be written but never read back.' },
    values: {
      type: 'array',
      description: 'The items of a Select.',
      items: {
        type: 'object',
        required: ['text', 'value'],
        properties: { text: text('What is shown.'), value: text('What is stored.') },
      },
    },
    default: {
      type: ['string', 'number', 'boolean'],
      description: 'Fills the form; the server adds nothing by itself.',
    },
    placeholder: text('Shown while the input is empty.'),
    maxLength: { type: 'integer', minimum: 1, maximum: limits.valueBytes, description: 'Most characters of a value.' },
    pattern: { ...text('RE2 syntax; the whole value must match.'), maxLength: limits.patternCharacters },
    patternMessage: text('What to say when the value does not match.'),
    min: { type: 'number', description: 'The least value of a Number.' },
    max: { type: 'number', description: 'The greatest value of a Number.' },
    step: { type: 'number', exclusiveMinimum: 0, description: 'What values of a Number differ by.' },
    columns: {
      type: 'array',
      description: 'The columns of a Table.',
      maxItems: limits.tableColumns,
      items: {
        type: 'object',
        required: ['name', 'title', 'type'],
        properties: {
          name: { ...text('The key of its cells in a row.'), minLength: 1, maxLength: limits.nameCharacters },
          title: { ...text('Its heading.'), pattern: '\\S' },
          type: { enum: columnTypes, description: 'What its cells hold.' },
          required: { type: 'boolean', default: false, description: 'Every row has a value.' },
        },
      },
    },
    accept: {
      type: 'array',
      description:
        'What may be chosen for a File: name endings such as .pem, or media types such as image/png and image/*.',
      maxItems: limits.acceptEntries,
      items: { type: 'string', pattern: acceptPattern.source },
    },
    group: text('Settings of one group are shown together.'),
    visibleWhen: {
      type: 'object',
      description: 'Shown only while another setting has this value.',
      required: ['name', 'equals'],
      properties: {
        name: text('The other setting.'),
        equals: { type: ['string', 'number', 'boolean'], description: 'The value it must have.' },
      },
    },
  },
  allOf: [
    {
      description: 'A Select has values.',
      anyOf: [
        { not: isSelect },
        { required: ['values'], properties: { values: { minItems: 1, maxItems: limits.selectItems } } },
      ],
    },
    {
      description: 'A Table has columns and can be read.',
      anyOf: [
        { not: isTable },
        { required: ['columns'], properties: { columns: { minItems: 1 }, sensitive: { const: false } } },
      ],
    },
    {
      description: 'A write-only setting has neither default nor pattern.',
      anyOf: [{ not: isWriteOnly }, { properties: { default: false, pattern: false } }],
    },
  ],
}

const purpose = { ...text('What the data is sent there for; customers read it.'), pattern: '\\S' }
const personalData = { type: 'boolean', default: false, description: 'Whether data of persons is sent there.' }

const egress = {
  type: 'array',
  description: 'Where the application sends data. Left out: to any public host. []: nowhere.',
  maxItems: limits.egress,
  items: {
    type: 'object',
    oneOf: [
      {
        required: ['host', 'purpose'],
        properties: {
          host: {
            ...text('A DNS name, or *. and a name for every name below it.'),
            maxLength: HOST_CHARACTERS,
            pattern: hostPattern,
            not: { pattern: localhostPattern },
          },
          port: { type: 'integer', minimum: 1, maximum: 65_535, default: DEFAULT_EGRESS_PORT },
          purpose,
          personalData,
          setting: false,
        },
      },
      {
        required: ['setting', 'purpose'],
        properties: { setting: text('A Text setting that holds the address.'), purpose, personalData },
      },
    ],
  },
}

const platform = {
  type: 'object',
  description: 'What the application does in the policy system.',
  properties: {
    fields: {
      type: 'array',
      description: 'Fields of the customer’s products whose place the application needs.',
      maxItems: limits.mappingFields,
      items: {
        type: 'object',
        required: ['name', 'title'],
        properties: {
          name,
          title,
          required: { type: 'boolean', default: false },
          hint: text('Extra explanation beside the title.'),
        },
      },
    },
    webhooks: {
      type: 'array',
      maxItems: limits.webhooks,
      items: {
        type: 'object',
        required: ['path', 'events'],
        properties: {
          path,
          events: {
            type: 'array',
            minItems: 1,
            maxItems: limits.webhookEvents,
            items: { enum: eventEntries() },
            description: 'Event names, or a.* for all that begin a.',
          },
        },
      },
    },
    autofill: {
      type: 'array',
      maxItems: limits.autofill,
      description: 'Connected variant only.',
      items: {
        type: 'object',
        required: ['path', 'operations'],
        properties: {
          path,
          operations: {
            type: 'array',
            minItems: 1,
            maxItems: limits.autofillOperations,
            items: { enum: autofillOperations },
          },
          timeoutMs: timeout(limits.autofillTimeoutMs, defaults.autofillTimeoutMs),
        },
      },
    },
    externalRaters: {
      type: 'array',
      maxItems: limits.raters,
      description: 'Connected variant only.',
      items: {
        type: 'object',
        required: ['name', 'path'],
        properties: {
          name: { ...text('The name of the rater.'), pattern: '\\S' },
          path,
          headers: {
            type: 'object',
            description: 'Static headers of each call.',
            maxProperties: limits.raterHeaders,
            propertyNames: {
              pattern: "^[A-Za-z0-9!#$%&'*+\\-.^_`|~]+$",
              not: { pattern: `^(${[...reservedHeaders, ...reservedPrefixes].join('|')})$` },
            },
            additionalProperties: { type: 'string', pattern: '^[\\x20-\\x7e\\t]*$' },
          },
          timeoutMs: timeout(limits.raterTimeoutMs, defaults.raterTimeoutMs),
        },
      },
    },
    lifecycle: {
      type: 'array',
      description: 'Hooks called at points in the life of an installation.',
      maxItems: limits.lifecycle,
      items: {
        oneOf: [
          { enum: hookNames },
          { type: 'object', required: ['hook', 'path'], properties: { hook: { enum: hookNames }, path } },
        ],
      },
    },
    public: {
      type: 'array',
      description: 'Paths that third parties may call without the caller secret.',
      maxItems: limits.publicPaths,
      items: { type: 'string', pattern: `^/(${pathPart}+/)*(\\*|${pathPart}*)$`, not: { enum: ['/*'] } },
    },
    tenantAccess: {
      enum: tenantAccesses,
      default: 'write',
      description:
        'What the application does in the customer’s policy system: nothing, reading, or everything its token allows.',
    },
    egress,
  },
}

/** The JSON Schema (2020-12) of `platform-app.json`, for editors. Rules over several values are beyond it. */
export const manifestSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'platform-app.json',
  title: 'platform-app.json',
  description: 'The manifest of a marketplace application.',
  type: 'object',
  required: ['name', 'version'],
  properties: {
    $schema: { type: 'string' },
    name: { ...text('<org-name>/<app-name>'), pattern: `^${namePart}/${namePart}$` },
    version: { ...text('Three numeric parts.'), pattern: `^${versionPart}\\.${versionPart}\\.${versionPart}$` },
    targetPlatform: { enum: variants, description: 'The variant; that of the listing when left out.' },
    performancePlan: { enum: performancePlans, default: 'Standard' },
    app: {
      type: 'object',
      properties: { fields: { type: 'array', maxItems: limits.settings, items: setting } },
    },
    platform,
  },
} as const
