import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export interface Block {
  /** The words after the fence: language, then what it is. */
  info: string
  text: string
  line: number
}

export interface DocumentationPage {
  path: string
  text: string
  blocks: Block[]
}

/** The pages written by hand: the guides, and the readmes people meet. */
export function documentationPages(): DocumentationPage[] {
  const guides = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name))
  return [...guides, 'README.md', 'packages/sdk/README.md', 'examples/README.md', 'deploy/README.md'].map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, blocks: blocksOf(text) }
  })
}

/** The blocks of commands of a page, in its order; the prompt of those that go on running is taken away. */
export function commandsOf(path: string): Block[] {
  const page = documentationPages().find((each) => each.path === path)
  return (page?.blocks ?? [])
    .filter(({ info }) => info === 'sh' || info === 'console')
    .map((block) => ({ ...block, text: block.text.replace(/^\$ /gm, '') }))
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (!line.startsWith('```')) {
      if (open) open.text += `${line}\n`
      continue
    }
    if (open) blocks.push(open)
    open = open ? undefined : { info: line.slice(3).trim(), text: '', line: index + 1 }
  }
  return blocks
}
