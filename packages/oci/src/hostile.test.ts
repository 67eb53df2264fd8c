import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, it } from 'vitest'
import { OciError } from './oci-error.ts'
import { readFile } from './read-file.ts'
import { imageOf, type RawEntry, tarOf } from './testing/image-of.ts'
import { unpackImage } from './unpack-image.ts'

const part = fc.constantFrom(
  'a',
  'b',
  'c',
  '..',
  '.',
  '',
  '.wh.a',
  '.wh.',
  '.wh..',
  '.wh...',
  '.wh..wh..opq',
  'x'.repeat(50),
)
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
const entry: fc.Arbitrary<RawEntry> = fc.record({
  path: fc.oneof(
    path,
    path.map((text) => `/${text}`),
  ),
  flag: fc.constantFrom('0', '1', '2', '3', '5', '6'),
  linkPath: fc.oneof(
    path,
    path.map((text) => `/${text}`),
  ),
  content: fc.string({ maxLength: 20 }),
  mode: fc.integer({ min: 0, max: 0o7777 }),
})
const layers = fc.array(fc.array(entry, { maxLength: 8 }), { minLength: 1, maxLength: 3 })

/** The only ways out: done, or refused with a reason. */
async function settles(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof OciError)) throw error
  }
}

describe('whatever an image holds', () => {
  let outside: string
  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), 'oci-hostile-'))
  })
  afterEach(() => rmSync(outside, { recursive: true, force: true }))

  it('unpacking writes nothing outside its folder and ends with a file tree or a refusal', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(layers, async (made) => {
        run += 1
        const home = join(outside, String(run))
        const image = await imageOf(made.map((entries) => tarOf(entries.map(honest))))
        await settles(() => unpackImage(image, join(home, 'in', 'root')))
        const stray = [...readdirSync(home), ...readdirSync(join(home, 'in'))].filter(
          (name) => !['in', 'root'].includes(name),
        )
        if (stray.length > 0) throw new Error(`something was written outside: ${stray.join(', ')}`)
      }),
    )
  })

  it('reading a file ends in its content, nothing, or a refusal', async () => {
    await fc.assert(
      fc.asyncProperty(layers, path, async (made, wanted) => {
        const image = await imageOf(made.map((entries) => tarOf(entries.map(honest))))
        await settles(() => readFile(image, wanted))
      }),
    )
  })

  it('reading and unpacking agree on what a file holds', async () => {
    // Without links over folders both follow the same simple rules.
    const plain = fc.array(
      fc.array(
        fc.record({
          path: fc.constantFrom('a', 'b', 'd/a', 'd/b', '.wh.a', '.wh.d', 'd/.wh.a', 'd/.wh..wh..opq'),
          content: fc.string({ maxLength: 5 }),
        }),
        { maxLength: 5 },
      ),
      { minLength: 1, maxLength: 3 },
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(plain, async (made) => {
        run += 1
        const root = join(outside, `agree${run}`)
        const image = await imageOf(made)
        await unpackImage(image, root)
        for (const wanted of ['a', 'b', 'd/a', 'd/b']) {
          const read = await readFile(image, wanted)
          const dir = join(root, wanted, '..')
          const there = listed(dir).includes(wanted.split('/').at(-1) ?? '')
          if (there !== (read !== undefined))
            throw new Error(`${wanted}: ${there ? 'unpacked' : 'not unpacked'}, read: ${read}`)
        }
      }),
    )
  })

  it('bytes that are no archive are refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => {
        await settles(async () => readFile(await imageOf([Buffer.from(bytes)]), 'a'))
      }),
    )
  })
})

/** Only files have content; the rest of an entry may be as odd as it likes. */
function honest(each: RawEntry): RawEntry {
  return each.flag === '0' ? each : { ...each, content: '' }
}

function listed(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}
