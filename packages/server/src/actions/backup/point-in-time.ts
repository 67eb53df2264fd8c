import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { appendFile, mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type BaseBackup, chooseBase, LOG_FILE, recoverySettings } from '../../domain/backup/base-index.ts'
import type { Archive, Written } from '../../lib/archive/archive.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Random } from '../../lib/random.ts'
import { splitPassword } from '../../lib/split-password.ts'
import { BackupRefused } from './backup-refused.ts'
import { baseFile, readBases, recordBase } from './bases.ts'

const logFile = (name: string) => `log/${name}`

/** `mkt-admin log put <place> %p %f`, for `archive_command`: keeps one file of the log. The same file again is fine; another of its name is not. */
export async function putLog(archive: Archive, path: string, name: string): Promise<void> {
  requireLogFile(name)
  const there = await archive.read(logFile(name))
  if (there !== undefined) {
    const [had, given] = await Promise.all([hashOf(there), hashOf(createReadStream(path))])
    if (had === given) return
    throw new BackupRefused(`${archive.name} holds another ${name} already: two servers must not archive to one place.`)
  }
  await archive.write(logFile(name), createReadStream(path))
}

/** `mkt-admin log get <place> %f %p`, for `restore_command`. False where the archive has no such file, which is how a log ends. */
export async function getLog(archive: Archive, name: string, path: string): Promise<boolean> {
  requireLogFile(name)
  const found = await archive.read(logFile(name))
  if (found === undefined) return false
  // A file that broke off must not be taken for the log.
  await pipeline(found, createWriteStream(`${path}.part`))
  await rename(`${path}.part`, path)
  return true
}

/** `mkt-admin base backup <place>`: copies the whole server while it runs, by PostgreSQL's own program. */
export async function writeBase(
  archive: Archive,
  databaseUrl: string,
  { clock, random, env }: { clock: Clock; random: Random; env: NodeJS.ProcessEnv },
): Promise<BaseBackup> {
  const startedAt = clock.now().toISOString()
  const id = `${startedAt.replaceAll(/[^0-9]/g, '').slice(0, 14)}-${random.bytes(3).toString('hex')}`
  const file = baseFile(id)
  const { address, password } = splitPassword(databaseUrl)
  const args = ['--dbname', address, '--pgdata=-', '--format=tar', '--wal-method=none', '--checkpoint=fast']
  const withPassword = password === undefined ? env : { ...env, PGPASSWORD: password }
  const copied = await outputOf('pg_basebackup', args, withPassword, (output) => archive.write(file, output))
  const base = { id, file, startedAt, endedAt: clock.now().toISOString(), ...copied }
  await recordBase(archive, base)
  return base
}

export interface BaseRestore {
  folder: string
  until: { at: Date; setting: string } | undefined
  /** The server's `restore_command`. */
  restoreCommand: string
  random: Random
}

/** `mkt-admin base restore <place> <folder>`: puts a copy into an empty folder, from which a server recovers when it starts. */
export async function restoreBase(
  archive: Archive,
  { folder, until, restoreCommand, random }: BaseRestore,
): Promise<BaseBackup> {
  const bases = await readBases(archive)
  const base = chooseBase(bases, until?.at)
  if (base === undefined)
    throw new BackupRefused(
      bases.length === 0
        ? `${archive.name} holds no base backup.`
        : `${archive.name} holds no base backup from before that moment; the first is of ${bases[0]?.endedAt}.`,
    )
  const target = resolve(folder)
  await mkdir(target, { recursive: true, mode: 0o700 })
  if ((await readdir(target)).length > 0) throw new BackupRefused(`${target} is not empty. Name a new folder.`)
  const source = await archive.read(base.file)
  if (source === undefined) throw new BackupRefused(`${base.file} is not in ${archive.name} any more.`)
  if ((await unpack(source, target)) !== base.sha256)
    throw new BackupRefused(`${base.file} in ${archive.name} is damaged. Remove ${target} and take an older base.`)
  const mark = random.bytes(8).toString('hex')
  await appendFile(
    join(target, 'postgresql.auto.conf'),
    recoverySettings({ restoreCommand, until: until?.setting, mark }),
  )
  await writeFile(join(target, 'recovery.signal'), '')
  return base
}

/** Whether every base is whole. */
export async function verifyBases(archive: Archive): Promise<BaseBackup[]> {
  const bases = await readBases(archive)
  for (const { file, sha256 } of bases) {
    const source = await archive.read(file)
    if (source === undefined || (await hashOf(source)) !== sha256)
      throw new BackupRefused(`${file} in ${archive.name} is ${source === undefined ? 'missing' : 'damaged'}.`)
  }
  return bases
}

function requireLogFile(name: string): void {
  if (!LOG_FILE.test(name)) throw new BackupRefused(`"${name}" is no file of a log. Give %f as PostgreSQL does.`)
}

async function hashOf(source: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}

async function outputOf(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  take: (output: AsyncIterable<Uint8Array>) => Promise<Written>,
): Promise<Written> {
  const child = spawn(program, [...args], { stdio: ['ignore', 'pipe', 'pipe'], env })
  const ended = once(child, 'close') as Promise<[number | null]>
  const said = text(child.stderr)
  const missing = new BackupRefused(`${program} cannot be run: install the client programs of PostgreSQL.`)
  const complete = async function* () {
    yield* child.stdout as AsyncIterable<Uint8Array>
    const [code] = await ended
    // Thrown before the file gets its name, so that half a copy never looks like one.
    if (code !== 0) throw new BackupRefused(`${program} failed: ${(await said).trim()}`)
  }
  ended.catch(() => {})
  try {
    return await take(complete())
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? missing : error
  } finally {
    child.kill()
  }
}

/** Unpacks a tar and returns the hash of its bytes. */
async function unpack(source: Readable, folder: string): Promise<string> {
  const hash = createHash('sha256')
  const child = spawn('tar', ['--extract', '--directory', folder], { stdio: ['pipe', 'ignore', 'pipe'] })
  const said = text(child.stderr)
  const ended = once(child, 'close') as Promise<[number | null]>
  // Its exit code says whether it took everything. Its input may close before it is known to have been written, and closes early where it fails.
  child.stdin.on('error', () => {})
  ended.catch(() => {})
  const closed = once(child.stdin, 'close').catch(() => {})
  try {
    for await (const chunk of source) {
      hash.update(chunk as Uint8Array)
      if (child.stdin.destroyed) continue
      if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain').catch(() => {}), closed])
    }
  } finally {
    child.stdin.end()
  }
  const [code] = await ended
  if (code !== 0) throw new BackupRefused(`The base could not be unpacked: ${(await said).trim()}`)
  return hash.digest('hex')
}
