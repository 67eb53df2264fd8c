import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { childPids } from '../../testing/run/child-pid.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { createThread } from './thread.ts'

const groupOf = (pid: number | 'self') => readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim().split(' nice ')

it.runIf(existsSync('/proc/self/autogroup'))(
  'a process of low priority gives way to other sessions, not only to processes of its own',
  async () => {
    const module = new URL('../markdown/markdown-thread.ts', import.meta.url)
    const thread = createThread<string, string>(module, {
      deadlineMs: 60_000,
      memoryMb: 64,
      niceness: 15,
      isProcess: true,
    })
    expect(await thread.run('text')).toEqual({ done: true, value: '<p>text</p>\n' })
    const groups = () => childPids('markdown-thread').map(groupOf)
    await eventually(() => expect(groups().map(([, niceness]) => niceness)).toContain('15'))
    expect(groups().map(([group]) => group)).not.toContain(groupOf('self')[0])
    await thread.close()
  },
)
