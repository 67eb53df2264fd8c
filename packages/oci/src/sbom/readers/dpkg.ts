import type { FileFacts, FoundPackage } from '../component.ts'
import { controlParagraphs } from './control-paragraphs.ts'

/** Debian's list of packages: the whole of `status`, or one package of `status.d`, which images without dpkg have. */
export function readDpkg(text: string): FileFacts {
  const packages: FoundPackage[] = []
  for (const fields of controlParagraphs(text)) {
    const name = fields.get('package')
    const version = fields.get('version')
    const status = fields.get('status')
    // Removed packages keep their paragraph while configuration files of theirs remain.
    if (!name || !version || (status !== undefined && !/(^| )installed$/.test(status))) continue
    const architecture = fields.get('architecture')
    packages.push({
      type: 'deb',
      name,
      version,
      source: sourceOf(fields.get('source'), name, version),
      ...(architecture ? { architecture } : {}),
    })
  }
  return { packages }
}

function sourceOf(field: string | undefined, name: string, version: string) {
  const match = /^(\S+)(?:\s+\(([^)]+)\))?$/.exec(field ?? '')
  return { name: match?.[1] ?? name, version: match?.[2] ?? version }
}
