/** What opens a transaction and runs its last argument inside it. */
const openers = /(?<![\w.])(?:change|changeByPlatform|transaction)(?:<[^()]*>)?\(/g
/** Ways to the network that the platform carries. */
const ways = /\b(?:policySystems|mailer)\s*[.[]|\bplatform\.http\b|(?<![\w.])fetch\(/
/** Types of values that speak to others. */
const speakers = /\b(\w+)\??: (?:AppClient|HttpClient|Mailer|PolicySystems|PolicySystem)\b/g

/**
 * A request that is answered slowly would hold a connection to the database and the locks of its rows. Finds calls to the network in
 * the text of what runs inside a transaction; what such work calls gets the unit or the transaction, which know no network.
 */
export function checkTransactions(text: string): string[] {
  const code = text.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '')
  const names = [...importedFromOutbound(code), ...[...code.matchAll(speakers)].map(([, name = '']) => `${name}.`)]
  return [...code.matchAll(openers)].flatMap(({ 0: opener, index }) => {
    const inside = workOf(code, index + opener.length - 1)
    const called = names.find((name) => new RegExp(`(?<![\\w.])${name.replaceAll(/[.(]/g, '\\$&')}`).test(inside))
    const way = called ?? ways.exec(inside)?.[0]
    return way === undefined ? [] : [`calls the network while a transaction is open (${way.replace(/[.[(]$/, '')})`]
  })
}

function importedFromOutbound(code: string): string[] {
  return [...code.matchAll(/^import \{([^}]*)\} from '[^']*\/outbound\/[^']*'/gm)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => `${name.split(' as ').at(-1)}(`),
  )
}

/** The text of the function that is handed over in the call whose parenthesis opens here. */
function workOf(code: string, opens: number): string {
  let depth = 0
  for (let at = opens; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1
    if (code[at] === ')') depth -= 1
    if (depth === 0) {
      const call = code.slice(opens, at)
      const begins = call.indexOf('=>')
      return begins < 0 ? '' : call.slice(begins)
    }
  }
  return ''
}
