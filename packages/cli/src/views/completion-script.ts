import type { Command } from 'commander'
import { type NameKind, nameKinds } from '../services/completion/names.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The completion script of a shell for all commands, options and names of a program. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](wordsOf(program))
}

interface Next {
  words: readonly string[]
  /** The tool is asked for names of this kind. */
  names?: NameKind
}

/** Path of words so far → what may come next. */
type Words = ReadonlyMap<string, Next>

function wordsOf(program: Command): Words {
  const words = new Map<string, Next>()
  const visit = (command: Command, path: string) => {
    const options = [...command.options, ...(path === '' ? [] : program.options)].flatMap(({ long }) => long ?? [])
    const names = command.commands.flatMap((each) => [each.name(), ...each.aliases()])
    const kind = nameKinds.find((each) => command.registeredArguments.some((argument) => argument.name() === each))
    words.set(path, { words: [...names, ...options, '--help'], ...(kind !== undefined && { names: kind }) })
    for (const each of command.commands) {
      for (const name of [each.name(), ...each.aliases()]) visit(each, `${path} ${name}`.trim())
    }
  }
  visit(program, '')
  return words
}

const scripts: Record<Shell, (words: Words) => string> = {
  bash,
  zsh: (words) => `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`,
  fish,
}

function bash(words: Words): string {
  const cases = [...words].map(
    ([path, next]) =>
      `    ${JSON.stringify(path)}) words=${JSON.stringify(next.words.join(' '))}${next.names === undefined ? '' : ` names=${next.names}`} ;;`,
  )
  return `_mkt() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words="" names="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || path="\${path:+$path }$word"
  done
  while :; do
    case "$path" in
${cases.join('\n')}
    esac
    [[ -n $words || $path != *" "* ]] && break
    path="\${path% *}"
  done
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  # Not by compgen: it would run what is written in a name.
  if [[ -n $names && $current != -* ]]; then
    for word in $(mkt completion --names "$names" 2>/dev/null); do
      [[ $word == "$current"* ]] && COMPREPLY+=("$word")
    done
  fi
  [[ \${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _mkt mkt`
}

function fish(words: Words): string {
  const lines = [...words].flatMap(([path, next]) => {
    const seen = path.split(' ').filter(Boolean)
    const condition =
      seen.length === 0
        ? '__fish_use_subcommand'
        : seen.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
    const lines = next.words.map((word) =>
      word.startsWith('--')
        ? `complete -c mkt -n '${condition}' -l ${word.slice(2)}`
        : `complete -c mkt -f -n '${condition}' -a ${word}`,
    )
    if (next.names === undefined) return lines
    return [...lines, `complete -c mkt -f -n '${condition}' -a '(mkt completion --names ${next.names} 2>/dev/null)'`]
  })
  return lines.join('\n')
}
