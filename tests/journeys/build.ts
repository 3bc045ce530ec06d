import { execFileSync } from 'node:child_process'

/** Builds the pages before the first journey, as bin/start does: only if a source changed since the last build. */
export default function buildPages(): void {
  execFileSync('bash', ['-euc', 'PATH="$PWD/node_modules/.bin:$PATH"; . bin/lib.sh; build_pages'], { stdio: 'inherit' })
}
