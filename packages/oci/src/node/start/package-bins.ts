import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

interface PackageJson {
  name?: string
  bin?: string | Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** The programs that an application's dependencies bring, by name. */
export async function readBins(
  dir: string,
): Promise<{ bins: Map<string, { package: string; file: string }>; developmentBins: Set<string> }> {
  const own = await packageAt(dir)
  const bins = new Map<string, { package: string; file: string }>()
  for (const name of Object.keys(own?.dependencies ?? {}))
    for (const [bin, file] of await binsOf(dir, name)) bins.set(bin, { package: name, file })
  const developmentBins = new Set<string>()
  for (const name of Object.keys(own?.devDependencies ?? {}))
    for (const [bin] of await binsOf(dir, name)) if (!bins.has(bin)) developmentBins.add(bin)
  return { bins, developmentBins }
}

async function binsOf(dir: string, name: string): Promise<[string, string][]> {
  const own = name.split('/').at(-1) ?? name
  for (let at = dir; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if ((await stat(join(folder, 'package.json')).catch(() => undefined)) !== undefined) {
      const { bin = {} } = (await packageAt(folder)) ?? {}
      const named = typeof bin === 'string' ? { [own]: bin } : bin
      return Object.entries(named).map(([key, file]) => [key, file.replace(/^\.\//, '')])
    }
    // Not installed: a program is usually called as its package is.
    if (at === dirname(at)) return [[own, '']]
  }
}

async function packageAt(dir: string): Promise<PackageJson | undefined> {
  const text = await readFile(join(dir, 'package.json'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as PackageJson)
}
