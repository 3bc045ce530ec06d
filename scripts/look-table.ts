import { z } from 'zod'
import { Look, LOOK_FIELDS } from '../src/features/templates/model/index.ts'

const START = '<!-- look:begin -->'
const END = '<!-- look:end -->'

/** The parts of JSON Schema that a look uses. */
const Schema = z.object({
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  type: z.string().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  const: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxItems: z.number().optional(),
  pattern: z.string().optional(),
})
type Schema = z.output<typeof Schema>

/** The fields of a look as a Markdown table, between its two markers. */
export function lookTable(): string {
  const look = Schema.parse(z.toJSONSchema(Look))
  const rows = Object.entries(LOOK_FIELDS).map(([path, field]) => {
    const unit =
      field.control === 'slider' && !['', '%', 'height', 'width'].includes(field.unit) ? ` ${field.unit}` : ''
    return `| \`${path}\` | ${field.label} | ${valuesOf(schemaAt(look, path))}${unit} | ${field.about.replaceAll('|', '\\|')} |`
  })
  return [START, '| field | in the style panel | values | meaning |', '|---|---|---|---|', ...rows, END].join('\n')
}

/** The printed part of a document; undefined if its markers are missing. */
export function printedLook(document: string): string | undefined {
  const start = document.indexOf(START)
  const end = document.indexOf(END, start)
  return start === -1 || end === -1 ? undefined : document.slice(start, end + END.length)
}

/** The schema at a path; if a part has several forms, the union of theirs. */
function schemaAt(look: Schema, path: string): Schema {
  return path.split('.').reduce<Schema>((section, key) => {
    const forms = formsOf(section).flatMap(({ properties }) => properties?.[key] ?? [])
    return forms.length === 1 ? Schema.parse(forms[0]) : { anyOf: forms }
  }, look)
}

/** All forms of a value, including nested ones. */
function formsOf(schema: Schema): Schema[] {
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return forms.length === 0 ? [schema] : forms.flatMap((form) => formsOf(Schema.parse(form)))
}

function valuesOf(schema: Schema): string {
  const forms = [...new Set(formsOf(schema).map(valuesOfForm))]
  return forms.join(forms.every((form) => form.startsWith('`')) ? ', ' : ' or ')
}

function valuesOfForm(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ')
  if (schema.const !== undefined) return `\`${schema.const}\``
  switch (schema.type) {
    case 'number':
    case 'integer':
      return `${schema.minimum} to ${schema.maximum}`
    case 'boolean':
      return '`true`, `false`'
    case 'string':
      return schema.pattern?.includes('own:') === true ? '`own:ID`' : 'a colour'
    case 'array':
      return `a list of up to ${schema.maxItems}`
    case 'object':
      return 'an object'
    default:
      return `\`${schema.type}\``
  }
}
