/**
 * The style sheets of overlays and form controls, in Mantine's own order, after styles.ts. Loaded with every page but the first,
 * and by what the first page loads lazily. A component used by one page alone is imported there.
 */
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/Divider.css'
import '@mantine/core/styles/List.css'
import '@mantine/core/styles/Code.css'
import '@mantine/core/styles/Badge.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/PillsInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/Switch.css'
import '@mantine/core/styles/PasswordInput.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Tooltip.css'
