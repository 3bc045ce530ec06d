import { z } from 'zod'
import { PlanOverrides } from '../src/features/billing/model/index.ts'

const START = '<!-- plans:begin -->'
const END = '<!-- plans:end -->'

const Value = z.object({
  type: z.string().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  const: z.union([z.string(), z.number()]).optional(),
  enum: z.array(z.string()).optional(),
})
type Value = z.infer<typeof Value>
const Key = Value.extend({ description: z.string(), anyOf: z.array(Value).optional() })
const Group = z.object({
  propertyNames: z.object({ enum: z.array(z.string()) }),
  additionalProperties: z.object({ properties: z.record(z.string(), Key) }),
})
const Schema = z.object({ properties: z.object({ plans: Group, packs: Group }) })

/** The keys of PLANS_JSON as a Markdown table, between its two markers. */
export function plansTable(): string {
  const { properties } = Schema.parse(z.toJSONSchema(PlanOverrides, { io: 'input' }))
  const rows = Object.entries(properties).flatMap(([group, { propertyNames, additionalProperties }]) =>
    Object.entries(additionalProperties.properties).map(
      ([key, value]) =>
        `| \`${group}\` | ${propertyNames.enum.join(', ')} | \`${key}\` | ${valuesOf(value)} | ${value.description} |`,
    ),
  )
  return [START, '| group | of | key | values | purpose |', '|---|---|---|---|---|', ...rows, END].join('\n')
}

/** The printed part of a document; undefined if its markers are missing. */
export function printedPlans(document: string): string | undefined {
  const start = document.indexOf(START)
  const end = document.indexOf(END, start)
  return start === -1 || end === -1 ? undefined : document.slice(start, end + END.length)
}

function valuesOf(key: z.infer<typeof Key>): string {
  return (key.anyOf ?? [key]).map(describeValue).join(', ')
}

function describeValue({ type, const: only, enum: names, minimum, exclusiveMinimum, maximum }: Value): string {
  if (only !== undefined) return String(only)
  if (names !== undefined) return names.join(', ')
  if (type === 'null') return 'null'
  if (exclusiveMinimum !== undefined) return `number above ${exclusiveMinimum}`
  const from = `whole number from ${minimum ?? 0}`
  return maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? from : `${from} to ${maximum}`
}
