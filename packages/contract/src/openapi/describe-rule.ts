import type { Rule } from '../api/access.ts'

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** Says in words who may do an operation, for the documentation. */
export function describeRule(rule: Rule): string {
  if (rule.anyone === true) return 'Anyone may call this.'
  const who: string[] = []
  if (rule.signedIn === true) who.push('anybody signed in')
  if (rule.person === true) who.push('any person signed in, for their own things')
  if (rule.members !== undefined) who.push(`members of the organization (${list(rule.members)})`)
  if (rule.scopes !== undefined) who.push(`its API keys with the scope ${list(rule.scopes)}`)
  if (rule.test?.members !== undefined) who.push(`for test installations its members (${list(rule.test.members)})`)
  if (rule.test?.scopes !== undefined)
    who.push(`for test installations API keys with the scope ${list(rule.test.scopes)}`)
  if (rule.test?.platform !== undefined)
    who.push(`for test installations the platform's ${list(rule.test.platform.map((role) => `${role}s`))}`)
  if (rule.platform !== undefined) who.push(`the platform's ${list(rule.platform.map((role) => `${role}s`))}`)
  if (rule.shared === true) who.push('anybody signed in where it is public')
  return `May be called by ${who.join('; ')}.`
}
