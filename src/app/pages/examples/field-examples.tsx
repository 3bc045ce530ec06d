import { useState } from 'react'
import { Link } from 'lucide-react'
import { AnchorGrid, type AnchorGridProps } from '#ui/anchor-grid.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ColorField } from '#ui/color-field.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Hint } from '#ui/hint.tsx'
import { type Range, RangeSlider } from '#ui/range-slider.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Slider } from '#ui/slider.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import { Example, State } from './example.tsx'

const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'German', detail: 'Deutsch' },
  { value: 'hi', label: 'Hindi', detail: 'हिन्दी' },
  { value: 'ja', label: 'Japanese', detail: '日本語' },
  { value: 'pt', label: 'Portuguese', detail: 'Português' },
  { value: 'es', label: 'Spanish', detail: 'Español' },
]

/** What is typed into, chosen from or dragged. */
export function FieldExamples() {
  return (
    <>
      <TextExamples />
      <ChoiceExamples />
      <ComboboxExamples />
      <NumberExamples />
    </>
  )
}

function TextExamples() {
  return (
    <>
      <Example name="TextField" use="One line of text.">
        <State name="Empty, with a hint">
          <TextField label="Title" placeholder="Morning run" hint="Shown in your videos." />
        </State>
        <State name="Refused">
          <TextField label="E-mail" type="email" defaultValue="sam@" error="Enter a complete e-mail address." />
        </State>
        <State name="Password">
          <TextField label="Password" type="password" autoComplete="off" defaultValue="correct horse" />
        </State>
        <State name="Small, with a control, and disabled">
          <div className="grid gap-3">
            <TextField size="sm" label="Link" defaultValue="wordpop.example/r/sam" end={<Link className="size-4" />} />
            <TextField label="Plan" defaultValue="Creator" disabled />
          </div>
        </State>
      </Example>
      <Example name="Hint" use="The line under a control that is no field, such as a button.">
        <State name="Before anything went wrong">
          <Hint>PNG, JPEG or WebP, up to 5 MB.</Hint>
        </State>
        <State name="Refused">
          <Hint error="“logo.svg” is not a picture. Choose a PNG, JPEG or WebP file.">
            PNG, JPEG or WebP, up to 5 MB.
          </Hint>
        </State>
      </Example>
      <Example name="TextArea" use="Several lines of text.">
        <State name="Ready">
          <TextArea label="Message" defaultValue="The captions are late by a second." rows={3} />
        </State>
        <State name="Refused">
          <TextArea label="Message" rows={3} error="Write at least one sentence." />
        </State>
      </Example>
    </>
  )
}

function ChoiceExamples() {
  const [language, setLanguage] = useState('en')
  const [size, setSize] = useState('md')
  const [anchor, setAnchor] = useState<AnchorGridProps['value']>('top-right')
  const [isOn, setIsOn] = useState(true)
  const [isChosen, setIsChosen] = useState(true)
  return (
    <>
      <Example name="Select" use="A choice from a short list, by the browser's own control.">
        <State name="Ready">
          <Select label="Language" value={language} options={LANGUAGES} onChange={setLanguage} hint="Of the speech." />
        </State>
        <State name="Refused and disabled">
          <div className="grid gap-3">
            <Select size="sm" label="Country" value="en" options={LANGUAGES} onChange={() => {}} error="Choose one." />
            <Select label="Plan" value="de" options={LANGUAGES} onChange={() => {}} disabled />
          </div>
        </State>
      </Example>
      <Example name="Checkbox" use="A choice that counts when its form is sent, or one of a list.">
        <State name="Checked, unchecked, mixed">
          <Checkbox
            label="Burn the captions in"
            checked={isChosen}
            onChange={(event) => setIsChosen(event.target.checked)}
          />
          <Checkbox label="Send me a copy" hint="To the address of your account." />
          <Checkbox label="All videos" isMixed defaultChecked={false} />
          <Checkbox label="Select Morning run" hideLabel defaultChecked />
        </State>
        <State name="Refused and disabled">
          <Checkbox label="I accept the terms" error="Please accept the terms to join." />
          <Checkbox label="Include deleted videos" disabled />
          <Checkbox label="Include my account" disabled defaultChecked />
        </State>
      </Example>
      <Example name="Switch" use="A setting that works at once.">
        <State name="On, off">
          <Switch label="Safe zones" checked={isOn} onChange={setIsOn} hint="Shown over the picture." />
        </State>
        <State name="Disabled">
          <Switch label="Comments" checked={false} onChange={() => {}} disabled />
          <Switch label="History" checked onChange={() => {}} disabled />
        </State>
      </Example>
      <Example name="Segmented" use="Two to five short choices side by side.">
        <State name="With its label">
          <Segmented label="Size" showLabel value={size} options={SIZES} onChange={setSize} />
        </State>
        <State name="One below the other on a phone">
          <Segmented label="Text size" stacksOnPhone value={size} options={SIZES} onChange={setSize} />
        </State>
      </Example>
      <Example name="AnchorGrid" use="One of nine places in a frame.">
        <State name="Chosen">
          <AnchorGrid label="Place" value={anchor} onChange={setAnchor} />
        </State>
      </Example>
    </>
  )
}

function ComboboxExamples() {
  const [language, setLanguage] = useState<string | null>('de')
  const [other, setOther] = useState<string | null>(null)
  return (
    <Example name="Combobox" use="A choice from a long list that typing narrows.">
      <State name="Chosen">
        <Combobox label="Translate to" value={language} options={LANGUAGES} onChange={setLanguage} />
      </State>
      <State name="Empty">
        <Combobox
          label="Spoken language"
          value={other}
          options={LANGUAGES}
          onChange={setOther}
          placeholder="Type a language"
          emptyText="No language has this name."
          hint="Detected when you leave it empty."
        />
      </State>
      <State name="Refused">
        <Combobox label="Country" value={null} options={LANGUAGES} onChange={() => {}} error="Choose a country." />
      </State>
      <State name="Loading, and disabled">
        <div className="grid gap-3">
          <Combobox label="Voice" value={null} options={[]} onChange={() => {}} isLoading />
          <Combobox label="Track" value="en" options={LANGUAGES} onChange={() => {}} disabled />
        </div>
      </State>
    </Example>
  )
}

function NumberExamples() {
  const [size, setSize] = useState(40)
  const [loop, setLoop] = useState<Range>([2, 6.5])
  const [color, setColor] = useState('#ff7a1a')
  return (
    <>
      <Example name="Slider" use="A number by dragging.">
        <State name="Ready">
          <Slider label="Text size" value={size} min={10} max={100} unit=" px" onChange={setSize} />
        </State>
        <State name="At its ends, and disabled">
          <Slider label="Outline" value={0} min={0} max={10} onChange={() => {}} />
          <Slider label="Opacity" value={100} min={0} max={100} unit="%" onChange={() => {}} />
          <Slider label="Shadow" value={4} min={0} max={10} onChange={() => {}} disabled />
        </State>
      </Example>
      <Example name="RangeSlider" use="A start and an end on one track.">
        <State name="Ready">
          <RangeSlider
            label="Loop"
            value={loop}
            min={0}
            max={10}
            step={0.5}
            minSteps={1}
            format={(seconds) => `${seconds.toFixed(1)} s`}
            onChange={setLoop}
          />
        </State>
        <State name="Whole, and disabled">
          <RangeSlider label="Cut" value={[0, 10]} min={0} max={10} onChange={() => {}} />
          <RangeSlider label="Preview" value={[3, 4]} min={0} max={10} onChange={() => {}} disabled />
        </State>
      </Example>
      <Example name="ColorField" use="A colour by picker, code or swatch.">
        <State name="With swatches">
          <ColorField
            label="Text colour"
            value={color}
            onChange={setColor}
            swatches={['#ffffff', '#ffd84d', '#ff7a1a', '#12b886', '#111111']}
          />
        </State>
      </Example>
    </>
  )
}

const SIZES = [
  { value: 'sm', label: 'Small' },
  { value: 'md', label: 'Medium' },
  { value: 'lg', label: 'Large' },
]
