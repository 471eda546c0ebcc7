package tessera.ui.pods;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.scene.Node;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertSilencesAndAcknowledgments;
import tessera.alerts.AlertSnapshot;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.ui.Stage;
import tessera.ui.StillDesk;
import tessera.ui.alerts.JavaFxAlertFeed;
import tessera.ui.kit.ColorTheme;
import tessera.ui.kit.JavaFxNodeVisibility;

import static org.assertj.core.api.Assertions.assertThat;

/** What stands above the list of pods, in windows of several widths. */
class PodsViewTest {

    private static final int WIDTH = 760;

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private static PodsView view() {
        var now = new SimpleObjectProperty<>(Instant.EPOCH);
        var firingAlerts = new JavaFxAlertFeed.FiringAlerts(
                new AlertSnapshot(Instant.EPOCH, List.of(), List.of(), List.of()),
                AlertSilencesAndAcknowledgments.noSilences());
        return new PodsView(AcceleratorCatalog.standard(), new PodsView.PodsViewCallbacks(pod -> {}, () -> {}),
                new PodsView.PodsScreenInputs(new SimpleObjectProperty<>(firingAlerts),
                        new PodlessWorkloadFeed(new StillDesk(new Sample().snapshot()), AcceleratorCatalog.standard(),
                                now),
                        new OtherSchedulerEventFeed(new StillDesk(new Sample().snapshot()),
                                AcceleratorCatalog.standard(), now)),
                new SimpleStringProperty(""), now);
    }

    @Test
    void aToolThatIsNotThereLeavesItsPlaceToTheSections() {
        var tool = new Region();
        tool.setPrefWidth(300);
        var view = Stage.fx(PodsViewTest::view);
        Stage.fx(() -> {
            view.addTool(tool);
            return true;
        });
        assertThat(rows(view, tool, true)).isEqualTo(2);
        assertThat(rows(view, tool, false)).isEqualTo(1);
        assertThat(rows(view, tool, true)).isEqualTo(2);
    }

    @Test
    void sectionsThatGrowByTheirNumbersGoBelowTheFilterInAListThatDoesNotGrowWithThem() {
        var view = Stage.fx(PodsViewTest::view);
        var place = Stage.fx(() -> new StackPane(view.node()));
        Stage.draw(place, ColorTheme.DARK, 520, 400);
        Stage.fx(() -> {
            view.show(new PodsScreenState(Optional.empty(), List.of(),
                    new PodsScreenState.PodSectionCounts(1_234, 56_789, 4_321, true), "", ""));
            place.applyCss();
            place.layout();
            place.layout();
            return true;
        });

        assertThat(Stage.fx(() -> top(place.lookup("#pods-all")) - top(place.lookup("#pods-filter"))))
                .isGreaterThan(20);
        assertThat(Stage.fx(() -> place.lookup("#pods-list").getLayoutBounds().getWidth())).isEqualTo(520);
    }

    /** In how many rows the filter and the sections stand. */
    private static int rows(PodsView view, Region tool, boolean there) {
        var place = Stage.fx(() -> {
            JavaFxNodeVisibility.setShown(tool, there);
            return new StackPane(view.node());
        });
        Stage.draw(place, ColorTheme.DARK, WIDTH, 400);
        return Stage.fx(() -> top(place.lookup("#pods-all")) - top(place.lookup("#pods-filter")) > 20 ? 2 : 1);
    }

    private static double top(Node node) {
        return node.localToScene(node.getBoundsInLocal()).getMinY();
    }
}
