/** One field of a protobuf message: its number and its value, a number for varints and fixed fields, bytes otherwise. */
export interface Field {
  number: number
  value: bigint | Buffer
}

class WireError extends Error {}

/** The fields of a message, in order. Throws where the bytes are none. Groups are not part of the protocols read here. */
export function readFields(message: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0

  function varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message[at]
      if (byte === undefined) throw new WireError('a number ends early')
      at += 1
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new WireError('a number is too long')
  }

  function bytes(length: number): Buffer {
    if (length > message.length - at) throw new WireError('a field ends early')
    at += length
    return message.subarray(at - length, at)
  }

  while (at < message.length) {
    const tag = varint()
    const number = Number(tag >> 3n)
    const kind = Number(tag & 7n)
    if (kind === 0) fields.push({ number, value: varint() })
    else if (kind === 1) fields.push({ number, value: bytes(8).readBigUInt64LE() })
    else if (kind === 2) fields.push({ number, value: bytes(Number(varint())) })
    else if (kind === 5) fields.push({ number, value: BigInt(bytes(4).readUInt32LE()) })
    else throw new WireError(`a field has the kind ${kind}`)
  }
  return fields
}

/** The messages in a field that may be repeated. */
export function messagesIn(fields: readonly Field[], number: number): Buffer[] {
  return fields.flatMap((field) => (field.number === number && Buffer.isBuffer(field.value) ? [field.value] : []))
}
