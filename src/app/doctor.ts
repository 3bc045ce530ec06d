import { parseArgs } from 'node:util'
import { type Env, readEnv } from '#platform/server/env.ts'
import { readVersion } from '#platform/server/release.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { printLine } from './process/terminal.ts'
import { examine } from './services/doctor-checks.ts'
import type { Finding } from './services/doctor-findings.ts'

/** `bin/doctor`, which documents and checks its arguments: checks what a deployment needs, and says what to do. */
const MARKS: Readonly<Record<Finding['state'], string>> = { well: 'well  ', hint: 'hint  ', fault: 'FAULT ' }

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
const version = await readVersion()
const findings: Finding[] = []
if (!values.json) printLine(`${PRODUCT_NAME} ${version}`)
for await (const finding of examineSettings()) {
  findings.push(finding)
  if (!values.json) printLine(`${MARKS[finding.state]}${finding.about}: ${finding.sentence}`)
}
const faults = findings.filter(({ state }) => state === 'fault').length
if (values.json) printLine(JSON.stringify({ version, canRun: faults === 0, findings }))
else printLine(faults === 0 ? 'The product can run.' : `${pluralize(faults, 'fault')} to mend.`)
process.exitCode = faults === 0 ? 0 : 1

async function* examineSettings(): AsyncGenerator<Finding> {
  let env: Env
  try {
    env = readEnv()
  } catch (error) {
    // Without the settings nothing else can be checked.
    yield { about: 'settings', state: 'fault', sentence: error instanceof Error ? error.message : String(error) }
    return
  }
  yield* examine(env)
}
