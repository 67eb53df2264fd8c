import { runDev } from '../../../packages/cli/src/services/dev/run-dev.ts'
import { copyExample } from '../../../packages/cli/src/testing/copy-example.ts'
import type { Shots } from './console-shots.ts'

/** The page of `mkt dev` beside an application that runs: before anything was sent, after it answered, and with a payload nobody reads. */
export async function openDevPage(): Promise<{ shots: Shots; close: () => Promise<void> }> {
  const { dir, remove } = copyExample('vin-autofill')
  const dev = await runDev({ dir, port: 0, print: () => undefined })
  const at = `${dev.url}/_dev/`
  return {
    shots: {
      start: { at },
      wrong: {
        at,
        act: async (page) => {
          await page.getByLabel('Payload').fill('{ "no')
          await page.getByRole('button', { name: 'Send' }).click()
        },
      },
      sent: {
        at,
        act: async (page) => {
          await page.getByRole('button', { name: 'Send' }).click()
          await page.locator('#calls > li').first().waitFor()
          await page.locator('#calls summary').first().click()
        },
      },
    },
    close: async () => {
      await dev.close()
      remove()
    },
  }
}
