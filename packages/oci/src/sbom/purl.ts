import type { FoundPackage } from './component.ts'

export interface Distribution {
  id: string
  version: string
}

/** The package URL of a package; distributions' packages carry the distribution they belong to. */
export function purlOf(found: FoundPackage, distribution: Distribution | null): string {
  const system = found.type === 'deb' || found.type === 'apk'
  const namespace = system ? (distribution?.id ?? '') : namespaceOf(found)
  const name = found.type === 'pypi' ? pypiName(found.name) : nameOf(found)
  const qualifiers = system
    ? [
        ['arch', found.architecture ?? ''],
        ['distro', distribution && distribution.version !== '' ? `${distribution.id}-${distribution.version}` : ''],
        ['upstream', upstreamOf(found)],
      ].filter(([, value]) => value !== '')
    : []
  const query = qualifiers.map(([key, value = '']) => `${key}=${encode(value)}`).join('&')
  const path = [...namespace.split('/'), name].filter((part) => part !== '').map(encode)
  return `pkg:${found.type}/${path.join('/')}@${encode(found.version)}${query === '' ? '' : `?${query}`}`
}

/** The name by which PyPI knows a project, however it was written. */
export function pypiName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-')
}

function upstreamOf({ name, version, source }: FoundPackage): string {
  if (!source || (source.name === name && source.version === version)) return ''
  return source.version === version ? source.name : `${source.name}@${source.version}`
}

function namespaceOf({ type, name, namespace = '' }: FoundPackage): string {
  if (type === 'npm' && name.startsWith('@')) return name.slice(0, Math.max(0, name.indexOf('/')))
  if (type === 'golang') return name.slice(0, Math.max(0, name.lastIndexOf('/')))
  return namespace
}

function nameOf({ type, name }: FoundPackage): string {
  if (type === 'npm' && name.startsWith('@')) return name.slice(name.indexOf('/') + 1)
  if (type === 'golang') return name.slice(name.lastIndexOf('/') + 1)
  return name
}

function encode(text: string): string {
  return encodeURIComponent(text)
    .replace(/%3A/gi, ':')
    .replace(/[!'()*]/g, hex)
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
