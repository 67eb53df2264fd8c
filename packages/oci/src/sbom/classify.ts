/** What kind of file a path may be, as far as a bill of materials is concerned. */
export type FileKind =
  | 'dpkg'
  | 'apk'
  | 'package.json'
  | 'linked-package.json'
  | 'package-lock.json'
  | 'python'
  | 'jar'
  | 'java-release'
  | 'os-release'
  | 'executable'

/** Judges by the path alone, and by the mode for executables: nothing is opened that is not wanted. */
export function classify(parts: readonly string[], mode: number): FileKind | undefined {
  const path = parts.join('/')
  const base = parts.at(-1) ?? ''
  if (path === 'var/lib/dpkg/status') return 'dpkg'
  if (path.startsWith('var/lib/dpkg/status.d/') && !base.endsWith('.md5sums')) return 'dpkg'
  if (/^(usr\/)?lib\/apk\/db\/installed$/.test(path)) return 'apk'
  if (path === 'etc/os-release' || path === 'usr/lib/os-release') return 'os-release'
  if (base === 'package.json') return isInstalled(parts) ? 'package.json' : outside(parts)
  if (base === 'package-lock.json' || base === 'npm-shrinkwrap.json')
    return parts.includes('node_modules') ? undefined : 'package-lock.json'
  const folder = parts.at(-2) ?? ''
  if (base === 'METADATA' && folder.endsWith('.dist-info')) return 'python'
  if (base === 'PKG-INFO' && (folder.endsWith('.egg-info') || folder === 'EGG-INFO')) return 'python'
  if (base.endsWith('.egg-info')) return 'python'
  if (/\.(jar|war|ear)$/i.test(base)) return base === 'jrt-fs.jar' ? undefined : 'jar'
  if (base === 'release') return 'java-release'
  if ((mode & 0o111) !== 0 || /^libpython3.*\.so/.test(base)) return 'executable'
  return undefined
}

/** Directly in a node_modules folder, or below its scope: deeper ones are parts of a package, not packages. */
function isInstalled(parts: readonly string[]): boolean {
  const scoped = parts.at(-3)?.startsWith('@') === true
  return parts.at(scoped ? -4 : -3) === 'node_modules'
}

function outside(parts: readonly string[]): FileKind | undefined {
  return parts.includes('node_modules') ? undefined : 'linked-package.json'
}
