import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readAll } from '../digest.ts'
import { imageOf } from '../testing/image-of.ts'
import { readPublicKey } from './public-key.ts'
import { signImage } from './sign-image.ts'
import { isSignedPayload, signaturePayload, signatureTypes } from './simple-signing.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-openssl-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = (name: string) => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })

const kinds = {
  'ECDSA P-256, which cosign makes': ['EC', 'ec_paramgen_curve:P-256'],
  'RSA of 3072 bits': ['RSA', 'rsa_keygen_bits:3072'],
} as const

for (const [name, [algorithm, option]] of Object.entries(kinds))
  it(`openssl verifies what we sign, and we verify what openssl signs, with ${name}`, async () => {
    openssl('genpkey', '-algorithm', algorithm, '-pkeyopt', option, '-out', 'key.pem')
    openssl('pkey', '-in', 'key.pem', '-pubout', '-out', 'public.pem')
    const publicKey = readFileSync(path('public.pem'), 'utf8')
    const image = await imageOf([[{ path: 'a', content: 'a' }]])

    const signed = signImage(image, { key: readFileSync(path('key.pem'), 'utf8'), reference: 'acme/rater' })
    const [layer] = signed.layers
    if (layer === undefined) throw new Error('no layer')
    writeFileSync(path('ours'), await readAll(await signed.blob(layer), 10_000, 'payload'))
    writeFileSync(path('ours.sig'), Buffer.from(layer.annotations?.[signatureTypes.annotation] ?? '', 'base64'))
    const verified = openssl('dgst', '-sha256', '-verify', 'public.pem', '-signature', 'ours.sig', 'ours')
    expect(verified.toString()).toContain('Verified OK')

    const payload = signaturePayload(image.digest, 'registry.example/acme/rater')
    writeFileSync(path('theirs'), payload)
    openssl('dgst', '-sha256', '-sign', 'key.pem', '-out', 'theirs.sig', 'theirs')
    const signature = readFileSync(path('theirs.sig')).toString('base64')
    expect(isSignedPayload(payload, signature, image.digest, publicKey)).toBe(true)

    openssl('pkey', '-in', 'key.pem', '-pubout', '-outform', 'DER', '-out', 'public.der')
    const digest = openssl('dgst', '-sha256', '-binary', 'public.der').toString('base64').replace(/=+$/, '')
    expect(readPublicKey(publicKey)).toMatchObject({ fingerprint: `SHA256:${digest}` })
  })
