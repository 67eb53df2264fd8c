/**
 * Arrays as parameters in the format of the database itself. As text, every value would be quoted here and parsed there, and bytes would
 * travel as hexadecimal digits: that costs more than keeping the row. Each function is named after the type of its elements.
 */
export type BinaryArray = Buffer

/** How elements of a type are written; `oid` is the type's number in every PostgreSQL. */
interface ElementType<Value> {
  oid: number
  sizeOf(value: Value): number
  write(value: Value, into: Buffer, at: number): unknown
}

const HEAD_BYTES = 20
const LENGTH_BYTES = 4
const NULL_LENGTH = -1

function binaryArray<Value>(type: ElementType<Value>, values: readonly (Value | null)[]): BinaryArray {
  const sizes = values.map((value) => (value === null ? NULL_LENGTH : type.sizeOf(value)))
  let size = HEAD_BYTES
  for (const one of sizes) size += LENGTH_BYTES + Math.max(0, one)
  const bytes = Buffer.allocUnsafe(size)
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(sizes.includes(NULL_LENGTH) ? 1 : 0, 4)
  bytes.writeInt32BE(type.oid, 8)
  bytes.writeInt32BE(values.length, 12)
  bytes.writeInt32BE(1, 16)
  let at = HEAD_BYTES
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] as Value | null
    const length = sizes[index] as number
    bytes.writeInt32BE(length, at)
    at += LENGTH_BYTES
    if (value === null) continue
    type.write(value, bytes, at)
    at += length
  }
  return bytes
}

const textType: ElementType<string> = {
  oid: 25,
  sizeOf: (value) => Buffer.byteLength(value),
  write: (value, into, at) => into.write(value, at),
}

const intType: ElementType<number> = {
  oid: 23,
  sizeOf: () => 4,
  write: (value, into, at) => into.writeInt32BE(value, at),
}

/** Whole numbers beyond 2^31, as far as a number counts exactly. */
const bigintType: ElementType<number> = {
  oid: 20,
  sizeOf: () => 8,
  write: (value, into, at) => into.writeBigInt64BE(BigInt(value), at),
}

const boolType: ElementType<boolean> = {
  oid: 16,
  sizeOf: () => 1,
  write: (value, into, at) => into.writeUInt8(value ? 1 : 0, at),
}

const JSONB_VERSION = 1

const jsonbType: ElementType<string> = {
  oid: 3802,
  sizeOf: (value) => 1 + Buffer.byteLength(value),
  write(value, into, at) {
    into.writeUInt8(JSONB_VERSION, at)
    into.write(value, at + 1)
  },
}

const byteaType: ElementType<Buffer> = {
  oid: 17,
  sizeOf: (value) => value.length,
  write: (value, into, at) => value.copy(into, at),
}

/** The version of a row: a number below 2^32. */
const xidType: ElementType<string> = {
  oid: 28,
  sizeOf: () => 4,
  write: (value, into, at) => into.writeUInt32BE(Number(value), at),
}

const YEAR_2000_MS = Date.UTC(2000, 0, 1)
const HIGH_PART = 2 ** 32

/** Microseconds since the year 2000, in 64 bits. */
const timeType: ElementType<Date> = {
  oid: 1184,
  sizeOf: () => 8,
  write(value, into, at) {
    const micros = (value.getTime() - YEAR_2000_MS) * 1000
    const high = Math.floor(micros / HIGH_PART)
    into.writeInt32BE(high, at)
    into.writeUInt32BE(micros - high * HIGH_PART, at + 4)
  },
}

export const textArray = (values: readonly (string | null)[]) => binaryArray(textType, values)
export const intArray = (values: readonly (number | null)[]) => binaryArray(intType, values)
export const bigintArray = (values: readonly (number | null)[]) => binaryArray(bigintType, values)
export const boolArray = (values: readonly (boolean | null)[]) => binaryArray(boolType, values)
/** Of documents as text. */
export const jsonbArray = (values: readonly (string | null)[]) => binaryArray(jsonbType, values)
export const byteaArray = (values: readonly (Buffer | null)[]) => binaryArray(byteaType, values)
export const xidArray = (values: readonly string[]) => binaryArray(xidType, values)
export const timeArray = (values: readonly (Date | null)[]) => binaryArray(timeType, values)
