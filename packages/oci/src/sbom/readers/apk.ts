import type { FileFacts, FoundPackage } from '../component.ts'

/** The database of Alpine's package manager: one letter, a colon and a value per line, an empty line between packages. */
export function readApk(text: string): FileFacts {
  const packages: FoundPackage[] = []
  for (const paragraph of text.split(/\n\n+/)) {
    const fields = new Map<string, string>()
    for (const line of paragraph.split('\n')) {
      if (line[1] === ':' && !fields.has(line.slice(0, 1))) fields.set(line.slice(0, 1), line.slice(2).trim())
    }
    const name = fields.get('P')
    const version = fields.get('V')
    if (!name || !version) continue
    const architecture = fields.get('A')
    const license = fields.get('L')
    packages.push({
      type: 'apk',
      name,
      version,
      source: { name: fields.get('o') || name, version },
      ...(architecture ? { architecture } : {}),
      ...(license ? { license } : {}),
    })
  }
  return { packages }
}
