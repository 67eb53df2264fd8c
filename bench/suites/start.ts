import { rangeOf, shownRange } from '../harness/figures.ts'
import { freshDataDir, startPlatform } from '../harness/platform.ts'
import { memoryMb } from '../harness/process-tree.ts'
import type { Suite } from '../harness/suite.ts'

async function run(): Promise<void> {
  const figures = { first: [] as number[], second: [] as number[], memory: [] as number[] }
  for (let round = 0; round < 3; round += 1) {
    const folder = freshDataDir()
    const first = await startPlatform(folder.path)
    figures.first.push(first.secondsToReady)
    await first.stop()
    const second = await startPlatform(folder.path)
    figures.second.push(second.secondsToReady)
    figures.memory.push(memoryMb(second.pid))
    await second.stop()
    folder.remove()
  }
  console.log('\nStart to ready (3 rounds; database and simulator included, without the demo applications)')
  console.log(`  first run     ${shownRange(rangeOf(figures.first))} s`)
  console.log(`  second run    ${shownRange(rangeOf(figures.second))} s`)
  console.log(`  memory        ${shownRange(rangeOf(figures.memory), 0)} MB at rest, all processes`)
}

export const suite: Suite = { name: 'start', about: 'start to ready, memory at rest', run }
