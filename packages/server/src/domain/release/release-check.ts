import { isDeepStrictEqual } from 'node:util'
import { limits } from '@mkt/contract/limits'
import type { Problem } from '@mkt/manifest'
import { inWords } from '../image/quota.ts'

/** A finding of the checks, as it is stored and answered. */
export interface Finding {
  pointer: string
  rule: string
  severity: 'error' | 'warning'
  message: string
  fix?: string
}

/** What was seen of an image: unreadable, or its platform, its user and the manifest at its root. */
export type SeenImage =
  | { readable: false; rule: 'image.platform' | 'image.layer.foreign' | 'image.invalid'; message: string }
  | { readable: true; architecture: string; os: string; user: string; manifestText: string | undefined }

export interface CheckedRelease {
  manifest: object
  /** What the rules of the manifest found, with the listing's variant and name. */
  manifestFindings: readonly Problem[]
  image: SeenImage
  /** What the images of the organization that engines have take unpacked. */
  unpackedBytes: number
}

const error = (rule: string, pointer: string, message: string, fix: string): Finding => ({
  rule,
  pointer,
  severity: 'error',
  message,
  fix,
})

/** Every check of a release at once. A release without an error is accepted. */
export function checkFindings(release: CheckedRelease): Finding[] {
  const { manifest, manifestFindings, image, unpackedBytes } = release
  const found: Finding[] = manifestFindings.map(({ rule, severity, pointer, message, fix }) => ({
    rule,
    severity,
    pointer,
    message,
    fix,
  }))
  if (unpackedBytes > limits.unpackedBytes.value)
    found.push(
      error(
        'image.quota',
        '',
        `The images of this organization that run or ran in the last hour take ${inWords(unpackedBytes)} unpacked; at most ${inWords(limits.unpackedBytes.value)} are taken.`,
        'Make the images smaller, or end releases that are no longer needed.',
      ),
    )
  if (!image.readable) return [...found, error(image.rule, '', image.message, imageFixes[image.rule])]
  if (image.os !== 'linux' || image.architecture !== 'amd64')
    found.push(
      error('image.platform', '', `The image is for ${image.os}/${image.architecture}.`, imageFixes['image.platform']),
    )
  found.push(...manifestInImage(manifest, image.manifestText))
  if (runsAsRoot(image.user))
    found.push({
      rule: 'image.user',
      severity: 'warning',
      pointer: '',
      message: 'The image runs as root.',
      fix: 'Name another user in the build definition, for example "USER 1000".',
    })
  return found
}

const imageFixes = {
  'image.platform': 'Build the image for linux/amd64, for example with "--platform linux/amd64".',
  'image.layer.foreign': 'Push an image that holds all its layers itself.',
  'image.invalid': 'Build the image again and push it again.',
}

function manifestInImage(manifest: object, text: string | undefined): Finding[] {
  const fix = 'Put the very file that is released at /platform-app.json of the image; "mkt deploy" does so.'
  if (text === undefined) return [error('image.manifest', '', 'The image has no file /platform-app.json.', fix)]
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Said below: whatever is there, it is not the manifest.
    return [error('image.manifest', '', 'The file /platform-app.json of the image is not JSON.', fix)]
  }
  if (isDeepStrictEqual(value, manifest)) return []
  return [
    error(
      'image.manifest',
      '',
      'The file /platform-app.json of the image differs from the manifest of the release.',
      fix,
    ),
  ]
}

function runsAsRoot(user: string): boolean {
  const name = user.split(':')[0]?.trim() ?? ''
  return name === '' || name === '0' || name === 'root'
}
