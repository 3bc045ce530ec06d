import { registerHooks } from 'node:module'

/**
 * For `node --import`: loads drizzle-orm in a tenth of the time, which saves 0.8 s of a start. Its files import
 * each other by full path; to learn the module type of each of the hundred, Node 24 reads a `package.json` of 180 kB
 * a hundred times.
 */
registerHooks({
  resolve(specifier, context, next) {
    const isInside = specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/') === true
    if (!isInside) return next(specifier, context)
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
  },
})
