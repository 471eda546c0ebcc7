package tessera.ui.metrics;

import tessera.ui.kit.ListPicker.PickerChoice;

/** A choice with its selection. */
record DevicePickerChoice(PickerChoice choice, ChartedDevices selection) {}
