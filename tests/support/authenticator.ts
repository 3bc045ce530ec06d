import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type CreateOptions = { readonly challenge: string; readonly rp: { readonly id: string } }
type GetOptions = { readonly challenge: string; readonly rpId: string }
/** What a test makes wrong. */
type Flaws = {
  /** Another page asks. */
  origin?: string
  /** The authenticator does not check who holds it. */
  userVerified?: boolean
  /** The counter it reports, instead of the next one. */
  counter?: number
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const ATTESTED = 64
const AAGUID = Buffer.alloc(16)

/** A passkey in software (WebAuthn Level 3, ES256, attestation `none`) for pages of `origin`. */
export function authenticator(origin: string) {
  const id = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let counter = 0

  function authenticatorData(rpId: string, { userVerified = true, counter: reported }: Flaws, attested?: Buffer) {
    counter = reported ?? counter + 1
    const flags = USER_PRESENT | (userVerified ? USER_VERIFIED : 0) | (attested ? ATTESTED : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  const credential = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    /** Answers `navigator.credentials.create`. */
    create({ challenge, rp }: CreateOptions, flaws: Flaws = {}) {
      const length = Buffer.from([0, id.length])
      const data = authenticatorData(rp.id, flaws, Buffer.concat([AAGUID, length, id, coseKey(x, y)]))
      const clientData = clientDataOf('webauthn.create', challenge, flaws.origin ?? origin)
      return credential({
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestation(data).toString('base64url'),
        transports: ['internal'],
      })
    },

    /** Answers `navigator.credentials.get`. */
    get({ challenge, rpId }: GetOptions, flaws: Flaws = {}) {
      const data = authenticatorData(rpId, flaws)
      const clientData = clientDataOf('webauthn.get', challenge, flaws.origin ?? origin)
      return credential({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey).toString('base64url'),
      })
    },
  }
}

function clientDataOf(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** CBOR of `{ fmt: 'none', attStmt: {}, authData }`. */
function attestation(data: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length)
  const head = [Buffer.from([0xa3, 0x63]), Buffer.from('fmt'), Buffer.from([0x64]), Buffer.from('none')]
  const statement = [Buffer.from([0x67]), Buffer.from('attStmt'), Buffer.from([0xa0, 0x68]), Buffer.from('authData')]
  return Buffer.concat([...head, ...statement, Buffer.from([0x59]), length, data])
}

/** CBOR of a COSE key: EC2, ES256, P-256 (RFC 9053 §7.1). */
function coseKey(x: string, y: string): Buffer {
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20])
  return Buffer.concat([
    head,
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])
}

function sha256(of: string | Buffer): Buffer {
  return createHash('sha256').update(of).digest()
}
