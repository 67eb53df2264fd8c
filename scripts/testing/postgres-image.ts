import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { linkLibraries, nativeFolder } from '../../packages/server/src/laptop/embedded/native.ts'

const entrypoint = `#!/bin/sh
set -e
data=/var/lib/postgresql/data
if [ ! -s $data/PG_VERSION ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  initdb -D $data -U "$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 --locale=C --no-sync
  echo 'host all all all scram-sha-256' >> $data/pg_hba.conf
  echo "create database $POSTGRES_DB" | postgres --single -D $data postgres
fi
exec postgres -D $data -c 'listen_addresses=*' -c unix_socket_directories=/tmp -c fsync=off "$@"
`

/**
 * A stand-in for the image `postgres:18` where no registry can be reached: the server that laptops use, with the variables,
 * the arguments, the folder and the health command that the compose file relies on. Answers how to take it away again.
 */
export async function standInForPostgres(name: string): Promise<() => void> {
  if (spawnSync('docker', ['image', 'inspect', name]).status === 0) return () => {}
  const folder = mkdtempSync(join(tmpdir(), 'mkt-postgres-image-'))
  try {
    const native = nativeFolder()
    linkLibraries(native)
    cpSync(native, join(folder, 'pg'), { recursive: true, verbatimSymlinks: true })
    const programs = ['/bin/sh', join(native, 'bin/postgres'), join(native, 'bin/initdb')]
    for (const file of [...programs.flatMap(librariesOf), '/bin/sh']) copyInto(folder, file)
    for (const path of ['tmp', 'etc', 'usr/bin', 'var/lib/postgresql'])
      mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, 'etc/passwd'), 'postgres:x:999:999::/var/lib/postgresql:/bin/sh\n')
    writeFileSync(join(folder, 'entrypoint'), entrypoint)
    writeFileSync(join(folder, 'usr/bin/pg_isready'), '#!/bin/sh\n[ -S /tmp/.s.PGSQL.5432 ]\n')
    for (const program of ['entrypoint', 'usr/bin/pg_isready']) chmodSync(join(folder, program), 0o755)
    const changes = ['ENTRYPOINT ["/entrypoint"]', 'USER 999:999', 'ENV PATH=/pg/bin:/usr/bin:/bin']
    const owner = ['--owner=999', '--group=999', '--numeric-owner']
    const tar = spawn('tar', ['--create', ...owner, '--directory', folder, '.'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const docker = spawn('docker', ['import', ...changes.flatMap((each) => ['--change', each]), '-', name], {
      stdio: [tar.stdout, 'ignore', 'inherit'],
    })
    const [code] = await once(docker, 'exit')
    if (code !== 0) throw new Error(`docker import ended with ${code}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return () => void execFileSync('docker', ['rmi', '--force', name])
}

/** The libraries of this machine that a program needs, with their loader; its own lie beside it. */
function librariesOf(program: string): string[] {
  const listed = execFileSync('ldd', [program], { encoding: 'utf8' })
  return [...listed.matchAll(/\s(\/(?:usr\/)?lib\S+) \(0x/g)].map(([, file = '']) => file)
}

function copyInto(folder: string, file: string): void {
  mkdirSync(join(folder, dirname(file)), { recursive: true })
  copyFileSync(file, join(folder, file))
}
