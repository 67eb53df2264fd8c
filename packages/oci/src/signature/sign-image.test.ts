import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readAll } from '../digest.ts'
import type { Image } from '../model.ts'
import { imageOf } from '../testing/image-of.ts'
import { readPublicKey } from './public-key.ts'
import { signImage } from './sign-image.ts'
import { isSignedBundle, isSignedPayload, signatureTypes, signBytes } from './simple-signing.ts'

const pairs = {
  ecdsa: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ed25519: generateKeyPairSync('ed25519'),
}
const pem = (key: { export(options: { type: 'spki'; format: 'pem' }): string | Buffer }) =>
  key.export({ type: 'spki', format: 'pem' }).toString()
const privatePem = (key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }) =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString()

async function partsOf(signature: Image) {
  const [layer] = signature.layers
  if (layer === undefined) throw new Error('no layer')
  const payload = await readAll(await signature.blob(layer), 10_000, 'payload')
  return { payload, text: layer.annotations?.[signatureTypes.annotation] ?? '' }
}

describe('a signature', () => {
  for (const [name, { privateKey, publicKey }] of Object.entries(pairs))
    it(`made with ${name} is of that key and that image, and of no other`, async () => {
      const image = await imageOf([[{ path: 'a', content: 'a' }]])
      const signature = signImage(image, { key: privatePem(privateKey as never), reference: 'acme/rater' })
      expect(signature.manifest).toMatchObject({ subject: { digest: image.digest } })
      const { payload, text } = await partsOf(signature)
      expect(isSignedPayload(payload, text, image.digest, pem(publicKey as never))).toBe(true)
      expect(isSignedPayload(payload, text, `sha256:${'0'.repeat(64)}`, pem(publicKey as never))).toBe(false)
      const others = Object.values(pairs).filter((each) => each.publicKey !== publicKey)
      for (const other of others)
        expect(isSignedPayload(payload, text, image.digest, pem(other.publicKey as never))).toBe(false)
    })

  const hex = 'a'.repeat(64)

  /** A bundle as cosign makes it with a key: an envelope around a statement about an image. */
  function bundleOf(predicateType: string): Buffer {
    const subject = [{ digest: { sha256: hex } }]
    const payload = Buffer.from(JSON.stringify({ _type: 'https://in-toto.io/Statement/v1', subject, predicateType }))
    const type = 'application/vnd.in-toto+json'
    const signed = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload])
    const signatures = [{ sig: signBytes(signed, pairs.ecdsa.privateKey) }]
    const dsseEnvelope = { payload: payload.toString('base64'), payloadType: type, signatures }
    return Buffer.from(JSON.stringify({ dsseEnvelope }))
  }

  it('in a Sigstore bundle is read as well', () => {
    const bundle = bundleOf('https://sigstore.dev/cosign/sign/v1')
    expect(isSignedBundle(bundle, `sha256:${hex}`, pem(pairs.ecdsa.publicKey as never))).toBe(true)
    expect(isSignedBundle(bundle, `sha256:${hex}`, pem(pairs.rsa.publicKey as never))).toBe(false)
    expect(isSignedBundle(bundle, `sha256:${'b'.repeat(64)}`, pem(pairs.ecdsa.publicKey as never))).toBe(false)
  })

  it('is no attestation: a signed report about an image does not sign the image', () => {
    for (const type of ['https://cyclonedx.org/bom', 'https://slsa.dev/provenance/v1', ''])
      expect(isSignedBundle(bundleOf(type), `sha256:${hex}`, pem(pairs.ecdsa.publicKey as never))).toBe(false)
  })
})

describe('a public key', () => {
  it('has a fingerprint; a private or a weak one is refused', () => {
    expect(readPublicKey(pem(pairs.ecdsa.publicKey as never))).toMatchObject({
      fingerprint: expect.stringMatching(/^SHA256:[\w+/]{43}$/),
      algorithm: 'ecdsa-prime256v1',
    })
    expect(readPublicKey(privatePem(pairs.rsa.privateKey as never))).toMatchObject({
      wrong: expect.stringContaining('private key'),
    })
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
    expect(readPublicKey(pem(weak.publicKey as never))).toMatchObject({ wrong: expect.stringContaining('1024') })
    expect(readPublicKey('hello')).toEqual({ wrong: 'is not a public key in PEM form' })
  })
})
