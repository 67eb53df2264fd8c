import { createPrivateKey } from 'node:crypto'
import { Readable } from 'node:stream'
import { digestOf } from '../digest.ts'
import { type Image, type ImageManifest, mediaTypes } from '../model.ts'
import { OciError } from '../oci-error.ts'
import { signaturePayload, signatureTypes, signBytes } from './simple-signing.ts'

/**
 * A signature of an image in the form of cosign, to be pushed beside it as a referrer.
 *
 * ```ts
 * await pushImage(signImage(image, { key: await readFile('key.pem', 'utf8'), reference: 'acme/rater' }), to)
 * ```
 */
export function signImage(image: Image, options: { key: string; passphrase?: string; reference: string }): Image {
  const payload = signaturePayload(image.digest, options.reference)
  const signature = signBytes(payload, privateKey(options.key, options.passphrase))
  const configBytes = Buffer.from(
    JSON.stringify({ architecture: '', os: '', config: {}, rootfs: { type: 'layers', diff_ids: [digestOf(payload)] } }),
  )
  const subject = { mediaType: image.mediaType, digest: image.digest, size: image.manifestBytes.length }
  const manifest: ImageManifest & { artifactType: string; subject: typeof subject } = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    artifactType: signatureTypes.artifact,
    config: { mediaType: mediaTypes.config, digest: digestOf(configBytes), size: configBytes.length },
    layers: [
      {
        mediaType: signatureTypes.payload,
        digest: digestOf(payload),
        size: payload.length,
        annotations: { [signatureTypes.annotation]: signature },
      },
    ],
    subject,
  }
  const manifestBytes = Buffer.from(JSON.stringify(manifest))
  const blobs = new Map([configBytes, payload].map((bytes) => [digestOf(bytes), bytes]))
  return {
    digest: digestOf(manifestBytes),
    mediaType: mediaTypes.manifest,
    manifest,
    manifestBytes,
    config: { architecture: '', os: '', rootfs: { type: 'layers', diff_ids: [digestOf(payload)] } },
    configBytes,
    platform: { architecture: '', os: '' },
    layers: manifest.layers,
    blob: async ({ digest }) => Readable.from([blobs.get(digest) ?? Buffer.alloc(0)]),
    close: async () => {},
  }
}

function privateKey(text: string, passphrase: string | undefined) {
  if (/ENCRYPTED (SIGSTORE|COSIGN) PRIVATE KEY/.test(text))
    throw new OciError(
      'unsupported',
      'a key made by cosign is encrypted in a form of its own; sign with cosign, or use a PKCS #8 key',
    )
  try {
    return createPrivateKey({ key: text, ...(passphrase === undefined ? {} : { passphrase }) })
  } catch (error) {
    throw new OciError(
      'build_impossible',
      'the signing key cannot be read: give a private key in PEM form and its passphrase',
      {
        cause: error,
      },
    )
  }
}
