import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where Debian puts daemons; an ordinary user's PATH often lacks it. */
const systemFolders = ['/usr/sbin', '/sbin', '/usr/local/sbin']

export function hasProgram(name: string): boolean {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...systemFolders]
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
let updated = false

/** Installs Debian packages as root, quietly; elsewhere it does nothing. Answers what apt complained about. */
export function installPackages(names: string[]): string | undefined {
  if (names.length === 0 || !mayInstall()) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' })
  console.log(`Installing Debian packages: ${names.join(' ')}`)
  if (!updated) apt('update')
  updated = true
  const result = apt('install', '-y', '--no-install-recommends', ...names)
  return result.status === 0 ? undefined : (result.stderr || result.stdout).trim().split('\n').at(-1)
}
