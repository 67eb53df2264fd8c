import { z } from 'zod'
import { flag, hasUserInfo, pairs } from './kinds.ts'

/** Metrics, audit, traces and logs: what leaves the platform for those who watch it. */
export const observationVariables = {
  MKT_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,512}$/, 'Use 16 to 512 visible characters without spaces.')
    .optional()
    .describe('The bearer token with which a scraper on another machine reads `/metrics`'),
  MKT_METRICS_TOKEN_FILE: z.string().min(1).optional().describe('A file with that token, instead of the variable'),
  MKT_AUDIT_SYSLOG: z
    .string()
    .regex(
      /^(tcp|tls):\/\/(\[[0-9a-f:]+\]|[^\s/:@]+):\d{1,5}\/?$/i,
      'Give an address such as tls://siem.internal:6514, or tcp://… within a trusted network.',
    )
    .optional()
    .describe(
      'A syslog server that gets the whole audit, one RFC 5424 message a row (octet counting), at least once and in order',
    ),
  MKT_AUDIT_OTLP: flag
    .default(false)
    .describe(
      'With `1` the collector of `OTEL_EXPORTER_OTLP_ENDPOINT` gets the whole audit as log records, at least once and in order',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^\s]+$/, 'Give the base address of a collector such as http://collector:4318.')
    .refine(
      (value) => !hasUserInfo(value),
      'Leave name and password out of the address: give them as OTEL_EXPORTER_OTLP_HEADERS=authorization=Basic%20….',
    )
    .optional()
    .describe(
      'The collector for traces, metrics and logs, by OTLP over HTTP, as JSON (`/v1/traces`, `/v1/metrics` and `/v1/logs` are added). Without it none are',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: pairs
    .default({})
    .describe('Headers for the collector, such as `authorization=Bearer%20…`'),
  OTEL_SERVICE_NAME: z
    .string()
    .min(1)
    .max(100)
    .default('mkt')
    .describe('`service.name` of exported traces, metrics and logs'),
  OTEL_RESOURCE_ATTRIBUTES: pairs
    .default({})
    .describe('Further attributes of exported traces, such as `deployment.environment.name=production`'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'Give a share from 0 to 1, for example 0.1.')
    .transform(Number)
    .default(1)
    .describe(
      'Share of traces that are exported. Failures and traces of a second or longer are always exported; of the others a process exports about 100 a second at most',
    ),
  MKT_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Log level; `mkt-admin log-level` changes it for a part at runtime'),
}
