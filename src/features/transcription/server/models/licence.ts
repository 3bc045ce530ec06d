import { addressOf, remotesOf, type StoredModel } from './catalogue.ts'

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`

/** The notice stored beside a model: author, source and terms. */
export function licenceText(model: StoredModel): string {
  const { label, author, source, licence, revision } = model
  const from = remotesOf(model).map((file) => `  ${addressOf(model, file, undefined)}`)
  const head = [
    `${label}, made by ${author}: ${source}`,
    `Converted for sherpa-onnx, revision ${revision}:`,
    ...from,
    '',
  ]
  if (licence === 'MIT') return [...head, `MIT License. Copyright (c) ${author}`, '', MIT].join('\n')
  if (licence !== 'CC-BY-4.0') return [...head, `Licence: ${licence}`, ''].join('\n')
  return [
    ...head,
    'Licensed under Creative Commons Attribution 4.0 International (CC BY 4.0),',
    'https://creativecommons.org/licenses/by/4.0/legalcode',
    'You may share and adapt it, also commercially, when you give appropriate credit, provide a link to the licence and',
    'indicate if changes were made. The weights were converted to ONNX and quantised to 8 bits; nothing else was changed.',
    '',
  ].join('\n')
}
