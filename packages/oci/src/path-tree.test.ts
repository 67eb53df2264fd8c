import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PathTree } from './path-tree.ts'

const path = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 })
const step = fc.record({ kind: fc.constantFrom('set', 'set', 'delete', 'deleteBelow'), path })

it('holds what a list of paths would, whatever is set and removed', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), path, (steps, asked) => {
      const tree = new PathTree<number>()
      const list = new Map<string, number>()
      for (const [index, { kind, path }] of steps.entries()) {
        const name = path.join('/')
        const isBelow = (each: string) => (name === '' ? each !== '' : each.startsWith(`${name}/`))
        if (kind === 'set') {
          tree.set(path, index)
          list.set(name, index)
        } else if (kind === 'delete') {
          tree.delete(path)
          list.delete(name)
        } else {
          tree.deleteBelow(path)
          for (const each of [...list.keys()].filter(isBelow)) list.delete(each)
        }
      }
      expect(new Map(tree.entries())).toEqual(list)
      expect(tree.get(asked)).toBe(list.get(asked.join('/')))
      const folders = asked.slice(1).map((_, index) => index + 1)
      expect(tree.depthOfFirst(asked)).toBe(folders.find((depth) => list.has(asked.slice(0, depth).join('/'))))
    }),
    { numRuns: 1_000 },
  )
})

it('a hundred thousand folders are removed one by one in little time', () => {
  const tree = new PathTree<true>()
  const paths = Array.from({ length: 100_000 }, (_, index) => [`d${index}`])
  for (const path of paths) tree.set([...path, 'inner'], true)
  const begun = process.threadCpuUsage()
  for (const path of paths) tree.deleteBelow(path)
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(1_000)
  expect(tree.entries()).toEqual([])
})
