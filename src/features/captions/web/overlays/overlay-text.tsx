import { useSwatches } from '../store/editor-brand.ts'
import { useMemo } from 'react'
import { applyPatches, type LookPatch, newestTemplate, TEMPLATES } from '#features/templates/model/index.ts'
import { ColorField } from '#ui/color-field.tsx'
import { Select } from '#ui/select.tsx'
import { Slider } from '#ui/slider.tsx'
import { TextArea } from '#ui/text-field.tsx'
import { overlayPatches, type Overlays, type OverlayTextName } from '../../model/index.ts'
import { useDocument } from '../store/editor-context.ts'
import { LengthNote, WHOLES } from '../style/length-note.tsx'

type Text = Pick<NonNullable<Overlays['title']>, 'text' | 'template' | 'place' | 'styleId'>

type OverlayTextProps = {
  readonly name: OverlayTextName
  readonly value: Text
  /** Its own look while it is changed. */
  readonly look: LookPatch | undefined
  onChange(changed: Partial<Text>, look?: LookPatch): void
}

/** The text of a title or closing card, with its look and place. */
export function OverlayText({ name, value, look: draft, onChange }: OverlayTextProps) {
  const doc = useDocument()
  const swatches = useSwatches()
  const look = useMemo(() => {
    const overlays = { ...doc.overlays, [name]: value }
    const { template, patches } = overlayPatches({ ...doc, overlays }, name)
    return applyPatches(template, draft === undefined ? patches : [...patches, draft])
  }, [doc, name, value, draft])
  return (
    <>
      <TextArea
        label="Text"
        rows={2}
        maxLength={LONGEST_TEXT}
        value={value.text}
        // A title has a text; the switch removes it.
        error={name === 'title' && value.text === '' ? 'Enter a text, or switch the title off' : undefined}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <Select
        label="Look"
        size="sm"
        value={value.template?.id ?? SAME}
        options={LOOKS}
        onChange={(id) => onChange({ template: id === SAME ? undefined : { id, version: newestTemplate(id).version } })}
      />
      <ColorField
        label="Letters"
        swatches={swatches}
        value={look.fill.upcoming}
        onChange={(color) => onChange({}, { fill: { upcoming: color } })}
      />
      <LengthNote whole={WHOLES.height} />
      <Slider
        label="Size"
        unit="%"
        spokenUnit={`% of ${WHOLES.height}`}
        min={2}
        max={12}
        step={0.1}
        value={Math.round(look.font.size * 1_000) / 10}
        onChange={(percent) => onChange({}, { font: { size: percent / 100 } })}
      />
      <Slider
        label="Position from the top"
        unit="%"
        spokenUnit={`% of ${WHOLES.height}`}
        min={5}
        max={95}
        value={Math.round((value.place?.y ?? look.layout.y) * 100)}
        onChange={(percent) => onChange({ place: { ...value.place, y: percent / 100 } })}
      />
    </>
  )
}

const LONGEST_TEXT = 500
const SAME = 'captions'
const LOOKS = [
  { value: SAME, label: 'Same as the captions' },
  ...TEMPLATES.map(({ id, name }) => ({ value: id, label: name })),
]
