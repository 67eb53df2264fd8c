import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** An authenticator in software: makes one passkey and signs with it, for whatever site and challenge it is told. */
export function softwareAuthenticator(site = { id: 'localhost', origin: 'http://localhost:7070' }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  let counter = 0

  const flagged = (rpId: string, flags: number) => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const id = credentialId.toString('base64url')
  const answer = (response: Record<string, string>) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id,
    /** Sets its counter, as a copy of it would have an older one. */
    rewind(to: number) {
      counter = to
    },
    /** What `navigator.credentials.create` gives. */
    create(challenge: string, at = site) {
      // CBOR of the COSE key: kty EC2, alg ES256, crv P-256, x, y.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const length = Buffer.from([0, credentialId.length])
      const authData = Buffer.concat([flagged(at.id, 0x45), Buffer.alloc(16), length, credentialId, key])
      // CBOR of { fmt: 'none', attStmt: {}, authData }.
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a06861757468446174615' + '8', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ])
      return answer({
        attestationObject: attestationObject.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', challenge, at.origin).toString('base64url'),
      })
    },
    /** What `navigator.credentials.get` gives; `verified`: it asked for finger, face or PIN. */
    get(challenge: string, { at = site, verified = true } = {}) {
      const authenticatorData = flagged(at.id, verified ? 0x05 : 0x01)
      const data = clientData('webauthn.get', challenge, at.origin)
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticatorData, sha256(data)]))
        .sign(privateKey)
      return answer({
        authenticatorData: authenticatorData.toString('base64url'),
        clientDataJSON: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}
