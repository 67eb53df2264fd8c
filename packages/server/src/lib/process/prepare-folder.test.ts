import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { prepareFolder } from './prepare-folder.ts'

const home = mkdtempSync(join(tmpdir(), 'mkt-folder-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('a folder to keep things in', () => {
  it('is made with those above it, for its owner alone, and nothing is left in it', () => {
    const place = join(home, 'a', 'b', 'c')
    prepareFolder(place)
    prepareFolder(place)
    expect(statSync(place).mode & 0o777).toBe(0o700)
    expect(readdirSync(place)).toEqual([])
  })

  it('is refused at once below a place that takes no folders', () => {
    expect(() => prepareFolder('/proc/mkt/data')).toThrow(/^\/proc\/mkt\/data cannot be used: /)
    expect(() => prepareFolder('/proc/self/mkt/data')).toThrow(/cannot be used/)
  })

  it('is refused where a file has its name, or that of a folder above it', () => {
    const file = join(home, 'file')
    writeFileSync(file, '')
    expect(() => prepareFolder(file)).toThrow(`${file} cannot be used: there is a file of that name`)
    expect(() => prepareFolder(join(file, 'below', 'it'))).toThrow(/a part of the path is a file/)
  })

  it('is refused where links lead in a circle, or nowhere', () => {
    const circle = join(home, 'circle')
    symlinkSync(circle, circle)
    expect(() => prepareFolder(circle)).toThrow(/links lead in a circle/)
    const nowhere = join(home, 'nowhere')
    symlinkSync('/proc/absent', nowhere)
    expect(() => prepareFolder(nowhere)).toThrow(/cannot be used/)
  })

  it('is refused where nobody may write', () => {
    expect(() => prepareFolder('/sys/mkt/data')).toThrow(/may not write there|takes no writes/)
  })
})
