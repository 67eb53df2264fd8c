import { plainText } from '@mkt/contract/text'
import { Listr, ListrLogger, ProcessOutput } from 'listr2'
import type { Context } from './context.ts'

export interface Progress<Step extends string> {
  onStep(step: Step, detail?: string): void
  /** The last step succeeded, or the current one failed. */
  end(succeeded: boolean): Promise<void>
}

/** Shows steps as they are done: a list on a terminal, lines elsewhere. Always on standard error. */
export function showProgress<Step extends string>(
  context: Context,
  titles: Readonly<Record<Step, string>>,
): Progress<Step> {
  return context.interactive ? onTerminal(titles) : asLines(context, titles)
}

function asLines<Step extends string>(context: Context, titles: Readonly<Record<Step, string>>): Progress<Step> {
  let current: Step | undefined
  return {
    onStep(step, detail) {
      if (step !== current) context.say(titles[step])
      current = step
      // Percentages are for eyes; in a log they would be noise.
      if (detail !== undefined && !/^\d+ %/.test(detail)) context.say(`  ${detail}`)
    },
    end: async () => {},
  }
}

function onTerminal<Step extends string>(titles: Readonly<Record<Step, string>>): Progress<Step> {
  const ends = new Map<Step, PromiseWithResolvers<void>>()
  const details = new Map<Step, (text: string) => void>()
  let current: Step | undefined
  const tasks = (Object.keys(titles) as Step[]).map((step) => {
    const end = Promise.withResolvers<void>()
    end.promise.catch(() => {})
    ends.set(step, end)
    return {
      title: titles[step],
      task: (_: unknown, task: { output: string }) => {
        details.set(step, (text) => {
          task.output = text
        })
        return end.promise
      },
    }
  })
  const logger = new ListrLogger({ useIcons: false, processOutput: new ProcessOutput(process.stderr, process.stderr) })
  const list = new Listr(tasks, { rendererOptions: { logger }, registerSignalListeners: false })
  const shown = list.run().catch(() => {})
  return {
    onStep(step, detail) {
      if (step !== current && current !== undefined) ends.get(current)?.resolve()
      current = step
      if (detail !== undefined) details.get(step)?.(plainText(detail))
    },
    async end(succeeded) {
      if (current === undefined) return
      // The message itself is printed once, at the edge.
      if (succeeded) for (const end of ends.values()) end.resolve()
      else ends.get(current)?.reject(new Error('see below'))
      await shown
    },
  }
}
