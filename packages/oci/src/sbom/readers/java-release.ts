import type { FileFacts } from '../component.ts'
import { readProperties } from './properties.ts'

/** The `release` file at the root of a Java runtime; other files of that name say nothing. */
export function readJavaRelease(text: string): FileFacts {
  const { JAVA_VERSION: version, JAVA_RUNTIME_VERSION: full } = readProperties(text)
  if (!version) return {}
  return { packages: [{ type: 'generic', name: 'java', version: full && full.length < 100 ? full : version }] }
}
