import { z } from 'zod'
import { enforcement } from '../deployment/enforcement.ts'
import { operation } from '../operation/operation.ts'
import { id, idParams, time } from '../operation/shapes.ts'

export const declared = z
  .array(
    z.object({
      host: z.string().nullable().describe('A name, or *. and a name; of a setting the host that was entered, if any'),
      port: z.number().int().nullable(),
      setting: z.string().nullable().describe('The setting whose address is meant'),
      purpose: z.string(),
      personalData: z.boolean(),
    }),
  )
  .nullable()
  .describe('Hosts declared in the manifest; null: every public host')

const counts = {
  hour: time.describe('The beginning of the hour'),
  host: z.string(),
  port: z.number().int().nullable().describe('Null where it is not known, as with a name that was not resolved'),
  connections: z.number().int(),
  sentBytes: z.number().int(),
  receivedBytes: z.number().int(),
  refused: z.number().int(),
  lastRefusal: z.string().nullable(),
}

const query = z.strictObject({
  hours: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_160)
    .default(24)
    .describe('How far back to look; counts are kept for 90 days'),
})

/** Where applications send data: what is declared, and what was observed. */
export const egressOperations = {
  getListingEgress: operation({
    method: 'GET',
    path: '/listings/{id}/egress',
    group: 'Egress',
    summary: 'Egress of an app by release, host and hour, over all its customers',
    params: idParams,
    query,
    answer: {
      status: 200,
      schema: z.object({
        enforcement,
        observed: z
          .array(z.object({ ...counts, release: z.object({ id, version: z.string() }) }))
          .describe('Latest first, at most 2,000'),
      }),
      description: 'What was observed',
    },
    errors: ['not_found'],
  }),
  getInstallationEgress: operation({
    method: 'GET',
    path: '/installations/{id}/egress',
    group: 'Egress',
    summary: 'Declared and observed egress of an installation',
    params: idParams,
    query,
    answer: {
      status: 200,
      schema: z.object({
        enforcement,
        declared,
        shared: z.boolean().describe('One container serves several customers: what was observed is of all of them'),
        observed: z
          .array(z.object({ ...counts, declared: z.boolean() }))
          .describe(
            'Latest first, at most 2,000. Hosts that only other customers entered are counted together as "(other customers)"; "(relay)" is the platform, which passes requests on to the policy system, and "(telemetry)" where it takes telemetry of applications',
          ),
      }),
      description: 'Declared beside observed',
    },
    errors: ['not_found'],
  }),
}
