package tessera.ui.kit;

import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.StackPane;
import javafx.scene.text.Font;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.Stage;
import tessera.ui.StillDesk;
import tessera.ui.devices.GpusView;
import tessera.ui.journal.ChangeJournalView;
import tessera.ui.nodes.NodesView;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** What tables of the fleet show of a row beside the inspector of a small window, without being scrolled aside. */
class BesideInspectorTest {

    private static final Sample FLEET = new Sample()
            .with(node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8));

    private final StillDesk desk = new StillDesk(FLEET.snapshot());

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private static <Q, S> List<String> seen(SnapshotDrivenScreen<Q, S> view, GpuFleet fleet, int width) {
        Stage.fill(view, fleet);
        Stage.draw(Stage.fx(() -> new StackPane(view.node())), ColorTheme.DARK, width, 500);
        return Stage.fx(() -> {
            var table = (TableView<?>) view.node().lookup(".data-table");
            var columns = table.getVisibleLeafColumns();
            assertThat(columns.stream().mapToDouble(TableColumn::getWidth).sum()).as("at " + width)
                    .isLessThanOrEqualTo(width);
            return columns.stream().map(TableColumn::getText).toList();
        });
    }

    private NodesView nodes() {
        return Stage.fx(() -> new NodesView(desk, name -> {}, new SimpleObjectProperty<>(Sample.NOW)));
    }

    private GpusView devices() {
        return Stage.fx(() -> new GpusView(desk, name -> {}, DeviceTrendSource.none(), new SimpleStringProperty(""),
                new SimpleObjectProperty<>(Sample.NOW)));
    }

    @Test
    void theConditionOfANodeIsSeen() {
        assertThat(seen(nodes(), FLEET.fleet(), 775)).contains("Node", "Model", "Allocated", "Free", "Condition");
        assertThat(seen(nodes(), FLEET.fleet(), 520)).contains("Node", "Allocated", "Free", "Condition");
        assertThat(seen(nodes(), FLEET.fleet(), 1366)).contains("Driver", "Age", "Layout", "Util %");
    }

    @Test
    void theStateOfAGpuIsSeen() {
        assertThat(seen(devices(), FLEET.fleet(), 775)).contains("GPU", "Used by", "Util %", "°C", "State");
        assertThat(seen(devices(), FLEET.fleet(), 520)).contains("GPU", "Util %", "State");
    }

    @Test
    void whenAChangeWasMadeIsReadToTheSecond() {
        var journal = Stage.fx(() -> new ChangeJournalView(desk, desk, ZoneOffset.UTC, run -> Optional.empty(),
                new SimpleObjectProperty<>(Sample.NOW)));
        assertThat(seen(journal, FLEET.fleet(), 775)).contains("Time", "Result", "Change");
        assertThat(seen(journal, FLEET.fleet(), 520)).contains("Time", "Result", "Change");
        var room = Stage
                .fx(() -> ((TableView<?>) journal.node().lookup(".data-table")).getColumns().getFirst().getWidth());
        assertThat(room - 24).as("without the margins of its cells")
                .isGreaterThan(new CanvasTextMeasurer().width("2026-11-28 00:22:44", Font.font("Tessera Sans", 12)));
    }
}
