/** The SQL of a call of pg's `query`, which takes a text or an object that holds it. */
export function statementText(asked: unknown): string {
  return typeof asked === 'object' && asked !== null && 'text' in asked ? String(asked.text) : String(asked)
}
