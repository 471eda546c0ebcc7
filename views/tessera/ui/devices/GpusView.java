package tessera.ui.devices;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import tessera.gpu.GpuDevice;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.text.MessageCatalog;
import tessera.ui.ScreenServices;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.TableScreen;
import tessera.ui.kit.TableScreenState;
import tessera.ui.kit.TableSort;

/** Table of every device and MIG instance of the fleet with its measurements. */
public final class GpusView extends TableScreen<GpuTableRow, GpusScreenInput, TableScreenState<GpuTableRow>> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpusView.class);

    /**
     * An empty table.
     *
     * @param open      called with the name of the node whose device is opened
     * @param trends    of the devices in sight
     * @param namespace whose devices are listed; empty for all
     * @param now       the time, in steps as coarse as ages are shown
     */
    public GpusView(ScreenServices services, Consumer<String> open, DeviceTrendSource trends,
            ObservableValue<String> namespace, ObservableValue<Instant> now) {
        super(services,
                new TableDescription<>("devices", GpuTableRow.columns(trends), GpuTableRow::key,
                        MESSAGES.text("filter.prompt"), MESSAGES.text("filter.noMatch")),
                row -> open.accept(row.device().node().name()));
        var stateBuilder = new GpusScreenStateBuilder(services::alertRules);
        table().showDefaultSort(new TableSort("gpu", false));
        ask(stateBuilder::project,
                (filter, sort) -> new GpusScreenInput(filter, sort, namespace.getValue(), now.getValue()), namespace,
                now);
    }

    /** Registers a listener for every device that the user selects, or clicks again. */
    public void onChosen(Consumer<GpuDevice> told) {
        table().onChosen(row -> told.accept(row.device()));
    }

    /** Returns all selected devices that are measured. */
    public ObservableValue<List<DeviceSeriesKey>> pickedProperty() {
        return table().pickedProperty().map(GpusView::deviceKeys);
    }

    private static List<DeviceSeriesKey> deviceKeys(List<GpuTableRow> rows) {
        return rows.stream().flatMap(row -> DeviceTrendSource.deviceKey(row.device()).stream()).toList();
    }

    @Override
    public void show(TableScreenState<GpuTableRow> state) {
        showTable(state);
    }
}
