package tessera.ui.fleet;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRules;
import tessera.diagnosis.FleetProblem;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.gpu.Sample;
import tessera.model.PodListCompleteness;
import tessera.ui.Stage;
import tessera.ui.fleet.FleetScreenState.AttentionItemState;
import tessera.ui.kit.ColorTheme;
import tessera.ui.kit.DeviceTrendSource;
import tessera.ui.kit.StatusGlyph;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.gpu.Sample.node;

/** What a fleet that changes has made and laid out anew. */
class FleetViewTest {

    private static GpuFleet fleet(String namespace) {
        return new Sample().with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8))
                .pod(namespace + "/train", "a", "nvidia.com/gpu", 4).fleet();
    }

    private static AttentionItemState waiting(int count) {
        return new AttentionItemState(new FleetProblem(FleetProblem.FleetProblemKind.PODS_WAITING,
                count + " pods waiting", "", null, "", count), StatusGlyph.WAITING, "");
    }

    @Test
    void whatIsSaidOfMorePodsIsSaidByTheSameEntryAndWhatIsOfOneByAnother() {
        Stage.start();
        var entries = Stage.fx(() -> {
            var column = new AttentionItemListPane(new FleetProblemActions(entry -> {}, entry -> Optional.empty()));
            new Scene((Parent) column.node());
            return Stream.of(10, 11, 1).map(count -> {
                column.show(List.of(waiting(count)), PodListCompleteness.ALL);
                column.node().applyCss();
                ((Parent) column.node()).layout();
                return column.node().lookup(".attention-entry");
            }).toList();
        });

        assertThat(entries.get(1)).isSameAs(entries.get(0));
        assertThat(entries.get(2)).isNotSameAs(entries.get(1));
        assertThat(Stage.fx(() -> ((Label) entries.get(1).lookup(".attention-title")).getText()))
                .isEqualTo("11 pods waiting");
    }

    @Test
    void figuresThatStayAsTheyAreAreNotLaidOutWithWhatIsDrawn() {
        Stage.start();
        var view = Stage.fx(() -> new FleetView(AcceleratorCatalog.standard(),
                new FleetView.FleetViewDependencies(
                        name -> {}, new FleetProblemActions(entry -> {}, entry -> Optional.empty()), () -> {},
                        FleetAlertsAndRules.forRules(AlertRules.standardRules()), HeadlineFigureHistory.none()),
                DeviceTrendSource.none(), new SimpleStringProperty(""), new SimpleObjectProperty<>(Instant.EPOCH)));
        var root = (Parent) view.node();
        Stage.fx(() -> {
            ColorTheme.DARK.applyTo(new Scene(root, 1280, 800));
            return true;
        });
        Stage.fill(view, fleet("ml"));
        Stage.fx(() -> {
            // What is laid out for the first time may want another turn.
            for (int turn = 0; turn < 3; turn++) {
                root.applyCss();
                root.layout();
            }
            return true;
        });

        var figures = (Parent) root.lookup("#fleet-figures");
        assertThat(Stage.fx(figures::isNeedsLayout)).isFalse();
        Stage.fill(view, fleet("web"));

        assertThat(Stage.fx(figures::isNeedsLayout)).isFalse();
        assertThat(Stage.fx(() -> root.lookup("#fleet-legend").getParent().isNeedsLayout())).isFalse();
    }
}
