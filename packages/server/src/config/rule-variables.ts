import { limits } from '@mkt/contract/limits'
import { z } from 'zod'
import { parseMasterKeys } from '../lib/master-keys.ts'
import { flag, isAllowed, list } from './kinds.ts'

const DAY_MS = 86_400_000

const number = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,4}$/, `Give a whole number from 1 to ${most}.`)
    .transform(Number)
    .refine((value) => value <= most, `Give a whole number from 1 to ${most}.`)

/** What is allowed, how long things last, and who is told. */
export const ruleVariables = {
  MKT_MASTER_KEY: z
    .string()
    .superRefine((value, context) => {
      try {
        parseMasterKeys(value)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
      }
    })
    .optional()
    .describe('The master keys, newest first, separated by commas. Default: a key file in the data folder'),
  MKT_ALLOW_ADDRESSES: list
    .refine(
      (value) => value.every(isAllowed),
      'Give address[:port] or ranges such as 10.1.0.0/16, separated by commas.',
    )
    .default([])
    .describe('Private addresses that may be reached: `address[:port]` or CIDR, separated by commas'),
  MKT_EGRESS: z
    .enum(['enforce', 'report', 'open'], 'Give enforce, report or open.')
    .default('enforce')
    .describe(
      'Where applications may send data. `enforce`: where their manifest says. `report`: anywhere, and undeclared names are counted. `open`: anywhere',
    ),
  MKT_APP_TELEMETRY: flag
    .default(true)
    .describe(
      '`0`: containers do not get `MKT_OTLP`, where they report spans, metrics and logs of their own, and nothing listens at `MKT_OTLP_PORT`',
    ),
  MKT_RETRY_SCHEDULE: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine(
      (value) => value.length >= 1 && value.length <= 50 && value.every((part) => /^\d{1,7}(\.\d+)?$/.test(part)),
      'Give the delays before each attempt in seconds, separated by commas, for example 0,5,300.',
    )
    .transform((value) => value.map(Number))
    .default([0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
    .describe('Delay before each delivery attempt, in seconds'),
  MKT_ADVISORY_GATE: z
    .enum(['none', 'critical', 'high'], 'Give none, critical or high.')
    .default('none')
    .describe(
      'A release with open findings of this severity or worse cannot be approved. Running releases are never stopped',
    ),
  MKT_KEY_TTL: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'Give a whole number of seconds, at least 1.')
    .transform(Number)
    .default(4200)
    .describe('How long an `x-MKT-key` is valid, in seconds'),
  MKT_BOOTSTRAP_PASSWORD: z
    .string()
    .max(128, 'Use at most 128 characters.')
    .optional()
    .describe('The password of the accounts of a laptop start. Default: random'),
  MKT_DEMO: flag.default(true).describe('0: a laptop start without the demo applications (also `--empty`)'),
  MKT_SIGN_UP: z
    .enum(['closed', 'open'], 'Give open or closed.')
    .default('closed')
    .describe('`open`: people make their own accounts'),
  MKT_PRICING_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'Give a whole number of days, at least 1.')
    .transform(Number)
    .default(2555)
    .describe('How long the pricing record is kept, in days'),
  MKT_AUDIT_DAYS: z
    .string()
    .regex(/^([3-9]\d|[1-9]\d{2,4})$/, 'Give a whole number of days, at least 30.')
    .transform(Number)
    .optional()
    .describe('How long the audit log is kept, in days. Default: forever'),
  MKT_KEPT_DAYS: number(3_650)
    .refine((value) => value >= 3, 'Give at least 3 days: an event is tried again for three.')
    .default(limits.eventsKept.value / DAY_MS)
    .describe(
      'How long events, deliveries, calls, tenant calls, last answers of raters and compared calls of shadows are kept, in days, at least 3. An event that a policy system repeats after that counts as new',
    ),
  MKT_PAYLOAD_DAYS: number(3_650)
    .default(limits.payloadsKept.value / DAY_MS)
    .describe('How long recorded payloads of calls are kept, in days; at most as long as `MKT_KEPT_DAYS`'),
  MKT_ROUTE_CALLS: number(9_999)
    .default(limits.routeCalls.value)
    .describe('Concurrent calls of one route in a gateway process'),
  MKT_APP_CALLS: number(9_999)
    .default(limits.appCalls.value)
    .describe('Concurrent calls of one application in a gateway process, over all its routes'),
  MKT_DELIVERIES_AT_ONCE: number(9_999)
    .default(512)
    .describe('Concurrent deliveries of a worker, over all applications'),
  MKT_DNS_SERVERS: list
    .refine((value) => value.every(isAllowed), 'Give addresses of name servers, separated by commas.')
    .default([])
    .describe('Name servers used to verify single sign-on domains: `address[:port]`. Default: those of the system'),
  MKT_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'Give an address such as smtp://user:password@host:587.')
    .optional()
    .describe('The mail server. Without it, nothing is mailed and operators hand over links'),
  MKT_MAIL_FROM: z.string().default('MKT <mkt@localhost>').describe('The sender of mails'),
}
