package tessera.ui.devices;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.insight.GpuDevice;
import tessera.insight.GpuFleet;
import tessera.metrics.history.DeviceKey;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.ProjectedScreen;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.FilteredTable;
import tessera.ui.kit.TableSort;
import tessera.ui.kit.TrendSource;

/** Table of every device and MIG instance of the fleet with its measurements. */
public final class DevicesView implements ProjectedScreen<DevicesQuery, DevicesState> {

    private final DevicesProjection projection;
    private final DataTable<DeviceRow> table;
    private final FilteredTable<DeviceRow> place;
    private final ObservableValue<DevicesQuery> query;

    /**
     * An empty table.
     *
     * @param open      called with the name of the node whose device is opened
     * @param trends    of the devices in sight
     * @param namespace whose devices are listed; empty for all
     * @param now       the time, in steps as coarse as ages are shown
     */
    public DevicesView(AppServices desk, Consumer<String> open, TrendSource trends, ObservableValue<String> namespace,
            ObservableValue<Instant> now) {
        projection = new DevicesProjection(desk::alertRules);
        table = new DataTable<>("devices-table", DeviceRow.columns(trends), DeviceRow::key, desk.layoutMemory(),
                row -> open.accept(row.device().node().name()));
        table.showDefaultSort(new TableSort("gpu", false));
        place = new FilteredTable<>("devices", table, "Filter GPUs, for example util<5 allocated model:H100",
                "No GPU passes the filter", desk::retryConnection);
        query = Bindings.createObjectBinding(
                () -> new DevicesQuery(place.filterProperty().getValue(), table.sortProperty().get(),
                        namespace.getValue(),
                        now.getValue()),
                place.filterProperty(), table.sortProperty(), namespace, now);
    }

    /** Registers a listener for every device that the user selects, or clicks again. */
    public void onChosen(Consumer<GpuDevice> told) {
        table.onChosen(row -> told.accept(row.device()));
    }

    /** Returns all selected devices that are measured. */
    public ObservableValue<List<DeviceKey>> pickedProperty() {
        return table.pickedProperty()
                .map(rows -> rows.stream().flatMap(row -> TrendSource.deviceKey(row.device()).stream()).toList());
    }

    /** Adds a control beside the filter. */
    public void addTool(Node tool) {
        place.addTool(tool);
    }

    /** Sets the filter of the table. */
    public void setFilter(String text) {
        place.setFilter(text);
    }

    public void focusFilter() {
        place.focusFilter();
    }

    @Override
    public Node node() {
        return place.node();
    }

    @Override
    public ObservableValue<DevicesQuery> query() {
        return query;
    }

    @Override
    public DevicesState project(GpuFleet fleet, DevicesQuery question) {
        return projection.project(fleet, question);
    }

    @Override
    public void showProblem(Problem problem) {
        place.showProblem(problem);
    }

    @Override
    public void show(DevicesState state) {
        if (!place.showNoticeOrContent(state.notice())) {
            return;
        }
        place.show(state.rows(), state.countText(), state.problem(), state.sumsText());
    }
}
