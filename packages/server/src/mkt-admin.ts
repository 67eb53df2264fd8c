#!/usr/bin/env -S sh -c 'n=$(dirname "$(readlink -f "$0")")/../../../node_modules/.bin/node; [ -x "$n" ] || n=node; exec "$n" "$0" "$@"'
// The line above takes the Node of this clone, for the one on the path may be too old to run TypeScript.
import { ConfigError } from './config/config-error.ts'
import { explainStartFailure } from './start-failure.ts'

const USAGE = `mkt-admin <command>

  advisories import <file>…   import OSV archives (<ecosystem>/all.zip) and match every release again
  blobs move --to <place>     move the bytes of images to folder or s3://bucket/prefix while the platform runs
  blobs adopt                 let the folder of the next start take the place of the one with the bytes of images, which is gone
  create-operator --email …   make an operator account (--password-stdin reads the password)
  confirm-takeover [address]  confirm that this copy of a platform takes over, with this gateway address if it is another one
  doctor                      check database, clock, disk, names, TLS, engine, egress, mail and sign-in, and say what to do
  support <file>              write one archive for somebody who helps: versions, configuration without secrets, health, figures
  log-level <part> <level>    log more or less of api, gateway, state, relay or worker while they run (--minutes n; reset)
  migrate [--plan]            bring the database to the level of this version; with --plan, only say what would run
  verify [<place>]            compare the database with images and master key; with a place, check the backup in it
  backup <place>              copy database and images to a folder or s3://bucket/prefix while the platform runs (--without-blobs)
  restore <place>             put a backup into an empty database and the place of images (--again, --without-key)
  drill <place>               restore a backup into a scratch database, compare, and remove it
  base backup <place>         copy the whole database server with pg_basebackup, for a restore to any moment (base verify <place>)
  base restore <place> <folder> [--until <time>]   put such a copy into an empty folder; a server started there recovers to the moment
  log put|get <place> …       archive_command and restore_command of PostgreSQL: log put <place> %p %f, log get <place> %f %p
  remove-applications         remove everything from the engines before the platform is taken down

The database is that of DATABASE_URL, or the one in MKT_DATA_DIR.`

/** Each command loads what it needs: PostgreSQL runs `log` for every file of its log, and waits for it. */
async function main(args: readonly string[]): Promise<void> {
  const [command] = args
  const ground = { usage: USAGE, env: process.env }
  if (args.length === 1 && (command === '--help' || command === 'help')) return void process.stdout.write(`${USAGE}\n`)
  if (command === 'log' || command === 'base')
    return (await import('./admin/run-point-in-time.ts')).runPointInTime(args, ground)
  return (await import('./admin/run-admin-command.ts')).runAdminCommand(args, ground)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : explainStartFailure(error)}\n`)
  process.exit(1)
}
