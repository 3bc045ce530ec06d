import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const CLI = resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

const Report = z.object({
  summary: z.object({
    totalCruised: z.int(),
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
  modules: z.array(z.object({ source: z.string(), dependencies: z.array(z.object({ resolved: z.string() })) })),
})

/** The result of dependency-cruiser for `root/src` under root's own rules. */
export type Cruise = {
  /** Our own files it read. */
  readonly files: readonly string[]
  /** Their imports, of our own files and of packages. */
  readonly imports: readonly { readonly from: string; readonly to: string }[]
  readonly broken: readonly { readonly rule: string; readonly from: string; readonly to: string }[]
}

/** Checks every import under `root/src`, in a separate process so that no cache is shared. */
export async function cruise(root: string): Promise<Cruise> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [CLI, 'src', '--config', '.dependency-cruiser.mjs', '--output-type', 'json'],
    { cwd: root, maxBuffer: 256 * 2 ** 20, encoding: 'utf8' },
  )
  const { summary, modules } = Report.parse(JSON.parse(stdout))
  return {
    files: modules.map(({ source }) => source).filter((source) => source.startsWith('src/')),
    imports: modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    ),
    broken: summary.violations.map(({ from, to, rule }) => ({ rule: rule.name, from, to })),
  }
}
