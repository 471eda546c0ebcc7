package tessera.ui.devices;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.gpu.GpuDevice;
import tessera.gpu.GpuFleet;
import tessera.metrics.history.DeviceSeriesKey;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.FilteredTable;
import tessera.ui.kit.TableSort;

/** Table of every device and MIG instance of the fleet with its measurements. */
public final class GpusView implements SnapshotDrivenScreen<GpusScreenInput, GpusScreenState> {

    private final GpusScreenStateBuilder stateBuilder;
    private final DataTable<GpuTableRow> table;
    private final FilteredTable<GpuTableRow> filteredTable;
    private final ObservableValue<GpusScreenInput> query;

    /**
     * An empty table.
     *
     * @param open      called with the name of the node whose device is opened
     * @param trends    of the devices in sight
     * @param namespace whose devices are listed; empty for all
     * @param now       the time, in steps as coarse as ages are shown
     */
    public GpusView(AppServices services, Consumer<String> open, DeviceTrendSource trends,
            ObservableValue<String> namespace,
            ObservableValue<Instant> now) {
        stateBuilder = new GpusScreenStateBuilder(services::alertRules);
        table = new DataTable<>("devices-table", GpuTableRow.columns(trends), GpuTableRow::key, services.layoutMemory(),
                row -> open.accept(row.device().node().name()));
        table.showDefaultSort(new TableSort("gpu", false));
        filteredTable = new FilteredTable<>("devices", table, "Filter GPUs, for example util<5 allocated model:H100",
                "No GPU passes the filter", services::retryConnection);
        query = Bindings.createObjectBinding(
                () -> new GpusScreenInput(filteredTable.filterProperty().getValue(), table.sortProperty().get(),
                        namespace.getValue(),
                        now.getValue()),
                filteredTable.filterProperty(), table.sortProperty(), namespace, now);
    }

    /** Registers a listener for every device that the user selects, or clicks again. */
    public void onChosen(Consumer<GpuDevice> told) {
        table.onChosen(row -> told.accept(row.device()));
    }

    /** Returns all selected devices that are measured. */
    public ObservableValue<List<DeviceSeriesKey>> pickedProperty() {
        return table.pickedProperty()
                .map(GpusView::deviceKeys);
    }

    private static List<DeviceSeriesKey> deviceKeys(List<GpuTableRow> rows) {
        return rows.stream().flatMap(row -> DeviceTrendSource.deviceKey(row.device()).stream()).toList();
    }

    /** Adds a control beside the filter. */
    public void addTool(Node tool) {
        filteredTable.addTool(tool);
    }

    /** Sets the filter of the table. */
    public void setFilter(String text) {
        filteredTable.setFilter(text);
    }

    public void focusFilter() {
        filteredTable.focusFilter();
    }

    @Override
    public Node node() {
        return filteredTable.node();
    }

    @Override
    public ObservableValue<GpusScreenInput> query() {
        return query;
    }

    @Override
    public GpusScreenState project(GpuFleet fleet, GpusScreenInput question) {
        return stateBuilder.project(fleet, question);
    }

    @Override
    public void showProblem(Problem problem) {
        filteredTable.showProblem(problem);
    }

    @Override
    public void show(GpusScreenState state) {
        if (!filteredTable.showNoticeOrContent(state.notice())) {
            return;
        }
        filteredTable.show(state.rows(), state.countText(), state.problem(), state.sumsText());
    }
}
