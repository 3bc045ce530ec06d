import { Moon, Sun } from 'lucide-react'
import { chooseTheme, type Theme, useTheme } from '#platform/web/theme.ts'
import { type Segment, Segmented } from '#ui/segmented.tsx'
import { SettingsSection } from './settings-section.tsx'

/** Preferences stored in this browser. */
export function PreferencesSection() {
  const theme = useTheme()
  return (
    <SettingsSection title="Preferences" about="Saved in this browser.">
      <div className="max-w-64">
        <Segmented label="Theme" showLabel options={THEMES} value={theme} onChange={chooseTheme} />
      </div>
    </SettingsSection>
  )
}

const THEMES: readonly Segment<Theme>[] = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
]
