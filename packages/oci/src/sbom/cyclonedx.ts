import { createHash } from 'node:crypto'
import type { Component, Contents } from './component.ts'

/** What the bill of materials is about. */
export interface SbomSubject {
  name: string
  version: string
  /** Digest of the image; a folder has none. */
  digest?: string
}

export interface SbomOptions {
  now: Date
  tool: { name: string; version: string }
}

/**
 * A bill of materials as CycloneDX 1.6 JSON. The same contents at the same time give the same bytes.
 *
 * ```ts
 * const bom = cycloneDx(await readContents(image), { name: 'acme/rater', version: '1.2.0', digest }, { now, tool })
 * ```
 */
export function cycloneDx(contents: Contents, subject: SbomSubject, { now, tool }: SbomOptions) {
  const components = contents.components.map(componentOf)
  const root = 'subject'
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialNumber(JSON.stringify([subject, components])),
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      tools: { components: [{ type: 'application', ...tool }] },
      component: {
        type: subject.digest === undefined ? 'application' : 'container',
        'bom-ref': root,
        name: subject.name,
        version: subject.version,
        ...(subject.digest === undefined ? {} : { hashes: [{ alg: 'SHA-256', content: subject.digest.slice(7) }] }),
      },
      properties: [
        ...(contents.distribution === null
          ? []
          : [
              {
                name: 'mkt:distribution',
                value: `${contents.distribution.id} ${contents.distribution.version}`.trim(),
              },
            ]),
        ...contents.unread.map(({ path, reason }) => ({ name: 'mkt:unread', value: `${path}: ${reason}` })),
      ],
    },
    components,
    dependencies: [{ ref: root, dependsOn: components.map((component) => component['bom-ref']) }],
    compositions: [{ aggregate: contents.unread.length === 0 ? 'unknown' : 'incomplete', assemblies: [root] }],
  }
}

function componentOf(component: Component) {
  const { type, namespace, name, version, purl, source, license, paths } = component
  return {
    type: type === 'generic' ? 'platform' : 'library',
    'bom-ref': purl,
    ...(namespace === undefined ? {} : { group: namespace }),
    name,
    version,
    ...(license === undefined ? {} : { licenses: [{ license: { name: license } }] }),
    purl,
    ...(paths.length === 0 ? {} : { evidence: { occurrences: paths.map((location) => ({ location })) } }),
    ...(source === undefined
      ? {}
      : {
          properties: [
            { name: 'mkt:source', value: source.name },
            { name: 'mkt:source-version', value: source.version },
          ],
        }),
  }
}

/** A UUID made from the content. */
function serialNumber(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
