import { registerHooks } from 'node:module'

/**
 * Imports of our files are taken at their word: they name the file itself. Node would look for it, follow links and read the nearest package.json each
 * time one file imports another, four thousand times for the server. What our files import by the name of a package is looked up once.
 */
const packages = new Map()

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL, conditions } = context
    if (parentURL === undefined || parentURL.includes('/node_modules/') || !conditions.includes('import'))
      return next(specifier, context)
    if (specifier.startsWith('.')) {
      if (!specifier.endsWith('.ts')) return next(specifier, context)
      return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true }
    }
    let found = packages.get(specifier)
    if (found === undefined) {
      found = { ...next(specifier, context), shortCircuit: true }
      packages.set(specifier, found)
    }
    return found
  },
})
