package tessera.ui.metrics;

import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import tessera.ui.kit.FontIcon;
import tessera.ui.kit.ListPicker;
import tessera.ui.metrics.ChartableDeviceFinder.DevicePickerChoice;

/** Button with the current selection that offers all nodes, GPUs and MIG instances. FX thread. */
final class ChartedDevicePickerButton {

    private final ListPicker picker;
    private final ReadOnlyBooleanWrapper offering = new ReadOnlyBooleanWrapper();
    private List<DevicePickerChoice> choices = List.of();

    /**
     * @param chosen  called with what is to be charted
     * @param toggled called with what is to be charted, too, or no longer
     */
    ChartedDevicePickerButton(Consumer<ChartedDevices> chosen, Consumer<ChartedDevices> toggled) {
        picker = new ListPicker("metrics-node", () -> offering.set(true), title -> chosen.accept(selectionOf(title)));
        picker.setAdding(title -> toggled.accept(selectionOf(title)));
        picker.node().setContentDisplay(ContentDisplay.RIGHT);
    }

    Button node() {
        return picker.node();
    }

    void setLabel(String title) {
        picker.setLabel(FontIcon.EXPAND.node(), title);
    }

    /** Returns whether the list is open and waits for its choices. */
    ReadOnlyBooleanProperty offeringProperty() {
        return offering.getReadOnlyProperty();
    }

    /** Fills the list, if it waits for that. */
    void offer(List<DevicePickerChoice> newest) {
        if (offering.get() && !newest.isEmpty()) {
            choices = newest;
            picker.offer(newest.stream().map(DevicePickerChoice::choice).toList(),
                    "Ctrl adds to what is charted, or takes from it. What is selected on Fleet, Nodes or GPUs is charted, too.");
            offering.set(false);
        }
    }

    private ChartedDevices selectionOf(String title) {
        return choices.stream().filter(choice -> choice.choice().title().equals(title))
                .map(DevicePickerChoice::selection)
                .findFirst()
                .orElse(ChartedDevices.NONE);
    }
}
