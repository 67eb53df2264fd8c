import type { Command } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The completion script of a shell for all commands and options of a program. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](wordsOf(program))
}

/** Path of words so far → what may come next. */
type Words = ReadonlyMap<string, readonly string[]>

function wordsOf(program: Command): Words {
  const words = new Map<string, string[]>()
  const visit = (command: Command, path: string) => {
    const options = [...command.options, ...(path === '' ? [] : program.options)].flatMap(({ long }) => long ?? [])
    const names = command.commands.flatMap((each) => [each.name(), ...each.aliases()])
    words.set(path, [...names, ...options, '--help'])
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
    ([path, next]) => `    ${JSON.stringify(path)}) words=${JSON.stringify(next.join(' '))} ;;`,
  )
  return `_mkt() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words="" word
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
    return next.map((word) =>
      word.startsWith('--')
        ? `complete -c mkt -n '${condition}' -l ${word.slice(2)}`
        : `complete -c mkt -f -n '${condition}' -a ${word}`,
    )
  })
  return lines.join('\n')
}
