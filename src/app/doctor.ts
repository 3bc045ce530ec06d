import { parseArgs } from 'node:util'
import { readVersion } from '#platform/server/release.ts'
import { pluralize } from '#platform/shared/format/numbers.ts'
import { PRODUCT_NAME } from '#platform/shared/product.ts'
import { printLine } from './process/terminal.ts'
import { examine } from './services/doctor-checks.ts'
import { countFaults, type Finding, lineOf } from './services/doctor-findings.ts'

/** `bin/doctor`, which documents and checks its arguments: checks what a deployment needs, and says what to do. */
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
const version = await readVersion()
const findings: Finding[] = []
if (!values.json) printLine(`${PRODUCT_NAME} ${version}`)
for await (const finding of examine()) {
  findings.push(finding)
  if (!values.json) printLine(lineOf(finding))
}
const faults = countFaults(findings)
if (values.json) printLine(JSON.stringify({ version, canRun: faults === 0, findings }))
else printLine(faults === 0 ? 'The product can run.' : `${pluralize(faults, 'fault')} to mend.`)
process.exitCode = faults === 0 ? 0 : 1
