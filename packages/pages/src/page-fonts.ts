import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

export interface FontFile {
  /** Below the folder of the page's style sheet. */
  path: string
  file: string
  type: string
}

/** The fonts of a page: a style sheet each, and one file for every range of letters, of which a browser loads what a page shows. */
export function pageFonts(): FontFile[] {
  const sheets = [
    require.resolve('@fontsource-variable/inter/wght.css'),
    require.resolve('@fontsource-variable/jetbrains-mono/wght.css'),
  ]
  return sheets.flatMap((sheet) => {
    const font = basename(dirname(sheet))
    const names = [...readFileSync(sheet, 'utf8').matchAll(/files\/[\w-]+\.woff2/g)].map(([name]) => name)
    return [
      { path: `${font}/wght.css`, file: sheet, type: 'text/css; charset=utf-8' },
      ...names.map((name) => ({ path: `${font}/${name}`, file: join(dirname(sheet), name), type: 'font/woff2' })),
    ]
  })
}
