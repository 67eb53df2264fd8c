import { describe, expect, it } from 'vitest'
import { childPid } from '../../testing/run/child-pid.ts'
import { renderApart } from './markdown-queue.ts'
import { renderStored } from './render-stored.ts'

describe('Markdown of strangers', () => {
  it('becomes HTML in a process of its own', async () => {
    expect(await renderApart('acme', '**Rates** homes')).toEqual({ html: '<p><strong>Rates</strong> homes</p>\n' })
  })

  it.each([
    ['20,000 nested quotes', '>'.repeat(20_000)],
    ['lists nested a hundred deep', Array.from({ length: 100 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')],
  ])('is refused where it is nested too deeply: %s', async (party, text) => {
    expect(await renderApart(party, text)).toEqual({ refused: 'unreadable' })
  })

  it('a text that takes too long is refused without blocking the event loop, and the next one is rendered', async () => {
    let turns = 0
    const ticking = setInterval(() => {
      turns += 1
    }, 10)
    const [slow, next] = await Promise.all([renderApart('evil', '_a'.repeat(60_000)), renderApart('acme', '# Title')])
    clearInterval(ticking)
    expect(slow).toEqual({ refused: 'unreadable' })
    expect(next).toEqual({ html: '<h1>Title</h1>\n' })
    expect(turns).toBeGreaterThan(20)
  })

  it.runIf(process.platform === 'linux')('is rendered again where its process is killed meanwhile', async () => {
    await renderApart('acme', 'first')
    const pid = childPid('markdown-thread') as number
    process.kill(pid, 'SIGSTOP')
    const rendered = renderApart('acme', '*second*')
    process.kill(pid, 'SIGKILL')
    expect(await rendered).toEqual({ html: '<p><em>second</em></p>\n' })
    expect(childPid('markdown-thread')).not.toBe(pid)
  })

  it('of one party waits in small numbers', async () => {
    const many = await Promise.all(Array.from({ length: 10 }, (_, at) => renderApart('flood', `text ${at}`)))
    expect(many.filter((one) => 'html' in one)).toHaveLength(5)
    expect(many.filter((one) => 'refused' in one && one.refused === 'busy')).toHaveLength(5)
  })

  it('that was stored before is left for another time where its turn does not come, and is not shown as it was written', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, (_, at) => renderStored(`*text ${at}*`)))
    expect(all.map((html) => html?.slice(0, 7))).toEqual([...Array(5).fill('<p><em>'), undefined])
    expect(await renderStored('*text 5*')).toBe('<p><em>text 5</em></p>\n')
    expect(await renderStored('>'.repeat(20_000))).toBe(`<p>${'&gt;'.repeat(20_000)}</p>`)
  })
})
