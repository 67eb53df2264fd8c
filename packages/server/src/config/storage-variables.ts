import { z } from 'zod'
import { isUsableTarget } from '../lib/process/postgres-address.ts'
import { flag } from './kinds.ts'

/** Where the platform keeps its rows and files. */
export const storageVariables = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'Give a PostgreSQL address such as postgres://user:password@host/database.')
    .refine(isUsableTarget, 'The platform writes: target_session_attrs may be read-write, primary or any.')
    .optional()
    .describe(
      'The PostgreSQL database. Several hosts (`host1,host2`) are a primary and its standbys; the writable one is used. Unset: the platform starts its own PostgreSQL in the data folder',
    ),
  PGSSLMODE: z
    .enum(
      ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'],
      'Give verify-full, or disable, prefer, require, verify-ca or no-verify.',
    )
    .optional()
    .describe(
      'TLS to the database where `DATABASE_URL` has no `sslmode`. Use `verify-full`; `require` and `verify-ca` check as much',
    ),
  PGSSLROOTCERT: z
    .string()
    .min(1)
    .optional()
    .describe('The file with the authority of the database’s certificate, where `DATABASE_URL` has no `sslrootcert`'),
  PGSSLCERT: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The file with a client certificate for the database, where `DATABASE_URL` has no `sslcert`. Read again for each connection',
    ),
  PGSSLKEY: z
    .string()
    .min(1)
    .optional()
    .describe('The file with the key of the client certificate, where `DATABASE_URL` has no `sslkey`'),
  MKT_DATABASE_CONNECTIONS: z
    .string()
    .regex(/^([4-9]|[1-9]\d|[1-4]\d\d|500)$/, 'Give a whole number from 4 to 500.')
    .transform(Number)
    .default(20)
    .describe(
      'Maximum PostgreSQL connections of a process. One more is used for the change feed, six more for the deliveries of a worker',
    ),
  MKT_MIGRATE: flag
    .default(true)
    .describe('0: the process does not migrate the database, and refuses to start until `mkt-admin migrate` has run'),
  NODE_ENV: z.string().optional().describe('`production`: structured logs, no demo world'),
  MKT_DATA_DIR: z
    .string()
    .min(1)
    .default('./.mkt')
    .describe('Where the platform keeps files: database, images, master key'),
}
