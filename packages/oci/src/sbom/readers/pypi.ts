import type { FileFacts } from '../component.ts'
import { controlParagraphs } from './control-paragraphs.ts'

/** `METADATA` of a dist-info folder, `PKG-INFO` of an egg-info one, or an egg-info file. */
export function readPythonMetadata(text: string): FileFacts {
  const [fields] = controlParagraphs(text)
  const name = fields?.get('name')
  const version = fields?.get('version')
  if (!name || !version) throw new Error('it names no package and version')
  const license = fields?.get('license-expression')
  return { packages: [{ type: 'pypi', name, version, ...(license ? { license } : {}) }] }
}
