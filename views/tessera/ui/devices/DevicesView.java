package tessera.ui.devices;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import tessera.insight.Fleet;
import tessera.model.Problem;
import tessera.ui.Memory;
import tessera.ui.Screen;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.FilterField;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Placeholder;
import tessera.ui.kit.TableTools;

/** Every device and MIG instance of the fleet with what is measured of it, as a table. */
public final class DevicesView implements Screen<DevicesQuery, DevicesState> {

    private final DevicesProjection projection = new DevicesProjection();
    private final FilterField filter = new FilterField("devices-filter",
            "Filter GPUs, for example util<5 allocated model:H100");
    private final DataTable<DeviceRow> table;
    private final Label sums = new Label();
    private final Placeholder root;
    private final ObservableValue<DevicesQuery> query;

    /**
     * An empty table.
     *
     * @param open      called with the name of the node whose device is opened
     * @param retry     tries again to reach the cluster
     * @param namespace whose devices are listed; empty for all
     * @param now       the time, in steps as coarse as ages are shown
     */
    public DevicesView(Memory memory, Consumer<String> open, Runnable retry, ObservableValue<String> namespace,
            ObservableValue<Instant> now) {
        table = new DataTable<>("devices-table", DeviceRow.columns(), DeviceRow::key, memory,
                row -> open.accept(row.device().node().name()));
        table.node().setPlaceholder(new Label("No GPU passes the filter"));
        sums.setId("devices-sums");
        sums.getStyleClass().add("table-sums");
        sums.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(filter.node(), Priority.ALWAYS);
        var tools = new HBox(12, filter.node(), TableTools.columns(table), TableTools.export(table, "gpus"));
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("table-tools");
        var content = new BorderPane(table.node());
        content.setTop(tools);
        content.setBottom(sums);
        root = new Placeholder(content, retry);
        query = Bindings.createObjectBinding(
                () -> new DevicesQuery(filter.textProperty().get(), table.sortProperty().get(), namespace.getValue(),
                        now.getValue()),
                filter.textProperty(), table.sortProperty(), namespace, now);
    }

    /** The node of the device that was selected last. */
    public ObservableValue<Optional<String>> selectedProperty() {
        return table.selectedProperty().map(row -> row.map(chosen -> chosen.device().node().name()));
    }

    /** Narrows the table. */
    public void filter(String text) {
        filter.textProperty().set(text);
    }

    public void focusFilter() {
        filter.focus();
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<DevicesQuery> query() {
        return query;
    }

    @Override
    public DevicesState project(Fleet fleet, DevicesQuery question) {
        return projection.state(fleet, question);
    }

    @Override
    public void excuse(Problem why) {
        root.show(Notice.failed(why));
    }

    @Override
    public void show(DevicesState state) {
        if (!root.shows(state.notice())) {
            return;
        }
        table.show(state.rows());
        filter.show(state.count(), state.problem());
        sums.setText(state.sums());
    }
}
