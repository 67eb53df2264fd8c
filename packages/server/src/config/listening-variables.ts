import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { type Part, parts } from '@mkt/contract/parts'
import { z } from 'zod'
import { isAddressOrRange, list, origin, port } from './kinds.ts'

/** What a process does, where it listens, and where others find it. */
export const listeningVariables = {
  MKT_BIND: z
    .string()
    .refine((value) => isIP(value) !== 0, 'Give an IP address such as 127.0.0.1 or 0.0.0.0.')
    .default('127.0.0.1')
    .describe('The address to listen on'),
  MKT_ROLES: z
    .string()
    .default('all')
    .transform((value, context) => {
      if (value === 'all') return [...parts]
      const given = value.split(',').map((part) => part.trim())
      const unknown = given.filter((part) => !parts.includes(part as Part))
      if (unknown.length > 0) {
        context.addIssue({
          code: 'custom',
          message: `Unknown: ${unknown.join(', ')}. Give all, or some of ${parts.join(', ')}.`,
        })
        return z.NEVER
      }
      return given as Part[]
    })
    .describe(`What this process does: \`all\`, or some of ${parts.map((part) => `\`${part}\``).join(', ')}`),
  MKT_PROCESSES: z
    .string()
    .regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/, 'Give a number from 1 to 64, or auto.')
    .transform((value) => (value === 'auto' ? availableParallelism() : Number(value)))
    .default(1)
    .describe(
      'Processes that share the gateway and state ports: a number, or `auto` for one per CPU. With more than 1 they run beside the main process and are restarted when they end',
    ),
  MKT_DRAIN_SECONDS: z
    .string()
    .regex(/^(\d|[1-9]\d|[1-5]\d\d|600)$/, 'Give a whole number of seconds from 0 to 600.')
    .transform(Number)
    .default(0)
    .describe(
      'Seconds during which a stopping process still accepts requests while `/readyz` answers 503, so load balancers notice',
    ),
  MKT_API_PORT: port(7070).describe('Console, API, registry, documentation'),
  MKT_GATEWAY_PORT: port(7071).describe('Where the policy system calls applications'),
  MKT_STATE_PORT: port(7072).describe('Where applications read their state'),
  MKT_RELAY_PORT: port(7073).describe(
    'The relay, through which applications call policy systems of tenants whose relay is on',
  ),
  MKT_OTLP_PORT: port(7075).describe(
    'Telemetry (OTLP) from applications, served by the role `state` unless `MKT_APP_TELEMETRY` is `0`. Containers of trials and shadows cannot reach it',
  ),
  MKT_WORKER_PORT: port(7074)
    .unwrap()
    .optional()
    .describe(
      'Health, readiness and metrics of a worker. Default: 7074 if the worker runs in its own process, or any free port if that is taken (the log names it). With other roles in the process, their ports serve these',
    ),
  MKT_TUNNEL_PORT: port(7076)
    .unwrap()
    .optional()
    .describe(
      'Port for `mkt dev --tunnel`, and for other processes that forward tunnel traffic; served by `api`. Default: 7076, or any free port if that is taken',
    ),
  MKT_TUNNEL_ADDRESS: z
    .string()
    .regex(/^[a-z0-9.:-]+$/i, 'Give a host name or an IP address, without a port.')
    .optional()
    .describe(
      "The host name or address at which other processes reach the tunnels of this process. Default: the address of `MKT_BIND`; if that is a wildcard, this machine's address in the network of the database",
    ),
  MKT_SIMULATOR_PORT: port(7080).describe(
    'The simulated connected policy system of a laptop start; the enterprise one gets the next port',
  ),
  MKT_PUBLIC_URL: origin.optional().describe('The origin people use for console and API. Default: from bind and port'),
  MKT_GATEWAY_URL: origin.optional().describe('The origin registered in tenants. Default: from bind and port'),
  MKT_STATE_URL: origin
    .optional()
    .describe('The origin applications get in MKT_STATE_API. Default: from bind and port'),
  MKT_RELAY_URL: origin
    .optional()
    .describe(
      'The origin that applications get in `platformApiUrl` of a tenant whose relay is on. Default: from bind and port',
    ),
  MKT_OTLP_URL: origin
    .optional()
    .describe(
      'The origin that applications get in MKT_OTLP. Default: the host of `MKT_STATE_URL`, or from bind, with `MKT_OTLP_PORT`; none where `MKT_STATE_URL` is https',
    ),
  MKT_TUNNEL_URL: origin
    .optional()
    .describe('The origin that `mkt dev --tunnel` connects to. Default: from bind and port'),
  MKT_GATEWAY_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+$/i, 'Give a domain such as apps.example.com.')
    .optional()
    .describe('Routes are also served as https://<routeId>.<domain>'),
  MKT_TRUSTED_PROXIES: list
    .refine(
      (value) => value.every(isAddressOrRange),
      'Give addresses or ranges such as 10.0.0.0/8, separated by commas.',
    )
    .default([])
    .describe('Proxies whose forwarding headers are trusted: addresses or ranges'),
}
