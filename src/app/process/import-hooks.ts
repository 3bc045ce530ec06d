import { registerHooks } from 'node:module'

const ROOT = new URL('../../../', import.meta.url).href
/** Folders of our own modules: package.json names them after `#`. */
const OWN = /^#(app|features|platform|ui)\//

/**
 * For `node --import`: finds modules without asking the disk, which saves up to a third of the processor time of a start.
 * To learn the type of a module, Node 24 looks for a `package.json` beside each file, and reads the one it finds: that of
 * drizzle-orm has 180 kB, for a hundred modules. Our modules and those of drizzle-orm import each other by whole names.
 */
registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? ''
    if (parent.startsWith(ROOT) && specifier.endsWith('.ts')) {
      if (OWN.test(specifier)) return found(new URL(`src/${specifier.slice(1)}`, ROOT), 'module-typescript')
      if (specifier.startsWith('.')) return found(new URL(specifier, parent), 'module-typescript')
    }
    const isOfDrizzle = specifier.startsWith('.') && parent.includes('/node_modules/drizzle-orm/')
    return isOfDrizzle ? found(new URL(specifier, parent), 'module') : next(specifier, context)
  },
})

function found({ href }: URL, format: 'module' | 'module-typescript') {
  return { url: href, format, shortCircuit: true }
}
