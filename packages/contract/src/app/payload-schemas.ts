import type {
  AutofillRequest,
  ConnectedEvent,
  PerilPrice,
  PerilToPrice,
  RaterAnswer,
  RaterRequest,
} from './connected.ts'
import type { EnterpriseEvent } from './enterprise.ts'
import { aboutOf, connectedEventData, enterpriseEventData } from './event-data.ts'
import { connectedEventNames, enterpriseEventNames } from './event-names.ts'
import { type CheckAnswer, type CheckCall, type LifecycleCall, lifecycleHooks } from './lifecycle.ts'
import {
  amount,
  anything,
  defs,
  described,
  type JsonSchema,
  list,
  millis,
  object,
  oneOf,
  ref,
  text,
  texts,
  usedDefs,
} from './payload-defs.ts'
import type { SettingsRecord, StateRecord } from './state-record.ts'

const settings: JsonSchema = {
  type: 'object',
  description: 'Setting name → value. An optional setting that was not set is absent.',
  additionalProperties: { type: ['string', 'number', 'boolean', 'array'] },
}
const mappings = list({
  type: 'object',
  properties: { productName: text, fields: { type: 'object', additionalProperties: text } },
  required: ['productName', 'fields'],
})

type Shapes = Parameters<typeof aboutOf>[0]

/** One of the events, each with its `data`. */
function events(names: readonly string[], shapes: Shapes, envelope: (type: string, data: JsonSchema) => JsonSchema) {
  return { oneOf: names.map((name) => envelope(name, dataOf(shapes, name))) }
}

function dataOf(shapes: Shapes, name: string): JsonSchema {
  const { has = [], may = [] } = aboutOf(shapes, name) ?? {}
  const properties = Object.fromEntries([...has, ...may].map((key) => [key, key === 'elementLocators' ? texts : text]))
  return { type: 'object', properties, required: has }
}

/** Everything that travels between platform and application, as JSON Schema by name. Unknown properties may come with it. */
const bodies: Readonly<Record<string, { title: string; schema: JsonSchema }>> = {
  'connected-event': {
    title: 'Event of the connected variant, as a webhook gets it',
    schema: events(connectedEventNames, connectedEventData, (type, data) =>
      object<ConnectedEvent>(
        { id: text, timestamp: millis, transactionId: text, username: text, type: { const: type }, data },
        ['id', 'timestamp', 'transactionId', 'username', 'type', 'data'],
      ),
    ),
  },
  'enterprise-event': {
    title: 'Event of the enterprise variant, as a webhook gets it',
    schema: events(enterpriseEventNames, enterpriseEventData, (type, data) =>
      object<EnterpriseEvent>(
        {
          locator: text,
          requestId: text,
          userLocator: text,
          timestamp: described('ISO 8601.'),
          type: { const: type },
          data,
        },
        ['locator', 'requestId', 'userLocator', 'timestamp', 'type', 'data'],
      ),
    ),
  },
  'autofill-request': {
    title: 'Autofill: what the application gets',
    schema: object<AutofillRequest>(
      {
        policyholderLocator: text,
        productName: text,
        operation: oneOf(
          ...['newBusiness', 'endorsement', 'renewal', 'reinstatement', 'cancellation', 'manual', 'feeAssessment'],
        ),
        operationType: oneOf('create', 'update'),
        updates: ref('updates'),
        policyLocator: text,
        endorsementLocator: text,
        renewalLocator: text,
        quoteLocator: text,
        configVersion: { type: 'number' },
      },
      ['policyholderLocator', 'productName', 'operation', 'operationType', 'updates'],
    ),
  },
  'autofill-answer': { title: 'Autofill: what it answers, merged into the pending change', schema: ref('updates') },
  'rater-request': {
    title: 'External rater: what the application gets',
    schema: object<RaterRequest>(
      {
        operation: oneOf('new_business', 'endorsement', 'renewal', 'reinstatement'),
        policy: ref('policy'),
        policyExposurePerils: list(
          object<PerilToPrice>(
            {
              policyCharacteristicsLocator: text,
              exposureCharacteristicsLocator: text,
              perilCharacteristicsLocator: text,
            },
            ['policyCharacteristicsLocator', 'exposureCharacteristicsLocator', 'perilCharacteristicsLocator'],
          ),
        ),
        tenantTimeZone: text,
        endorsementLocator: text,
        renewalLocator: text,
        quoteLocator: text,
      },
      ['operation', 'policy', 'policyExposurePerils', 'tenantTimeZone'],
    ),
  },
  'rater-answer': {
    title: 'External rater: what it answers, a price for every listed peril',
    schema: object<RaterAnswer>(
      {
        pricedPerilCharacteristics: {
          type: 'object',
          description: 'By the locator of the peril characteristics.',
          additionalProperties: {
            ...object<PerilPrice>(
              {
                premium: amount,
                yearlyPremium: amount,
                exactPremium: amount,
                technicalPremium: amount,
                commissions: list(anything),
              },
              [],
            ),
            oneOf: ['premium', 'yearlyPremium', 'exactPremium'].map((name) => ({ required: [name] })),
          },
        },
      },
      ['pricedPerilCharacteristics'],
    ),
  },
  'lifecycle-call': {
    title: 'Lifecycle hook that is declared with a path',
    schema: object<LifecycleCall>(
      {
        hook: oneOf(...lifecycleHooks),
        route: described('Public address of the route.'),
        routeId: text,
        installationId: text,
        release: text,
        previousRelease: text,
        locators: texts,
      },
      ['hook', 'route', 'routeId', 'installationId', 'release'],
    ),
  },
  'check-call': {
    title: 'Hook check: what the application gets',
    schema: object<CheckCall>(
      {
        hook: { const: 'check' },
        installationId: { type: ['string', 'null'] },
        release: text,
        configuration: { type: 'object', properties: { settings, mappings }, required: ['settings', 'mappings'] },
      },
      ['hook', 'installationId', 'release', 'configuration'],
    ),
  },
  'check-answer': {
    title: 'Hook check: what it answers',
    schema: object<CheckAnswer>(
      {
        problems: list({
          type: 'object',
          properties: { setting: text, product: text, mapping: text, message: text },
          required: ['message'],
        }),
        blocking: { type: 'boolean' },
      },
      ['problems'],
    ),
  },
  state: {
    title: 'State record, GET /state/<key>',
    schema: object<StateRecord>({ settings, mappings, platformApiUrl: text, tenantHostName: text, token: text }, [
      'settings',
      'mappings',
      'platformApiUrl',
      'tenantHostName',
      'token',
    ]),
  },
  settings: {
    title: 'Settings record, GET /settings/<key>',
    schema: object<SettingsRecord>({ settings, mappings }, ['settings', 'mappings']),
  },
}

/** Every payload as a complete JSON Schema, by the name it is served under: `/schemas/<name>.json`. */
export const payloadSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(bodies).map(([name, { title, schema }]) => {
    const used = [...usedDefs(schema)].sort()
    const own = used.length === 0 ? {} : { $defs: Object.fromEntries(used.map((key) => [key, defs[key]])) }
    return [name, { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...schema, ...own }]
  }),
)
