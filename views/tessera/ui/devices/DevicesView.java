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

/** Every device and MIG instance of the fleet with what is measured of it, as a table. */
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
        projection = new DevicesProjection(desk::rules);
        table = new DataTable<>("devices-table", DeviceRow.columns(trends), DeviceRow::key, desk.memory(),
                row -> open.accept(row.device().node().name()));
        table.comesSorted(new TableSort("gpu", false));
        place = new FilteredTable<>("devices", table, "Filter GPUs, for example util<5 allocated model:H100",
                "No GPU passes the filter", desk::retry);
        query = Bindings.createObjectBinding(
                () -> new DevicesQuery(place.filterProperty().getValue(), table.sortProperty().get(),
                        namespace.getValue(),
                        now.getValue()),
                place.filterProperty(), table.sortProperty(), namespace, now);
    }

    /** Tells of every device that the user selects, and of one that is selected when it is clicked again. */
    public void onChosen(Consumer<GpuDevice> told) {
        table.onChosen(row -> told.accept(row.device()));
    }

    /** All devices that are selected and measured. */
    public ObservableValue<List<DeviceKey>> pickedProperty() {
        return table.pickedProperty()
                .map(rows -> rows.stream().flatMap(row -> TrendSource.key(row.device()).stream()).toList());
    }

    /** Puts something beside the filter. */
    public void addTool(Node tool) {
        place.addTool(tool);
    }

    /** Narrows the table. */
    public void filter(String text) {
        place.filter(text);
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
        return projection.state(fleet, question);
    }

    @Override
    public void excuse(Problem why) {
        place.excuse(why);
    }

    @Override
    public void show(DevicesState state) {
        if (!place.shows(state.notice())) {
            return;
        }
        place.show(state.rows(), state.count(), state.problem(), state.sums());
    }
}
