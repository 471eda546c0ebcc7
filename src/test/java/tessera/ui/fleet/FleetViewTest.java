package tessera.ui.fleet;

import java.time.Instant;
import java.util.Optional;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.scene.Parent;
import javafx.scene.Scene;
import org.junit.jupiter.api.Test;
import tessera.alerts.AlertRules;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.Sample;
import tessera.ui.Stage;
import tessera.ui.kit.Theme;
import tessera.ui.kit.Trends;

import static org.assertj.core.api.Assertions.assertThat;
import static tessera.insight.Sample.node;

/** What a fleet that changes has laid out anew. */
class FleetViewTest {

    private static Fleet fleet(String namespace) {
        return new Sample().with(node("a").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8))
                .pod(namespace + "/train", "a", "nvidia.com/gpu", 4).fleet();
    }

    @Test
    void figuresThatStayAsTheyAreAreNotLaidOutWithWhatIsDrawn() {
        Stage.start();
        var view = Stage.fx(() -> new FleetView(Accelerators.standard(),
                new FleetView.Wishes(name -> {}, new FleetView.Ways(entry -> {}, entry -> Optional.empty()), () -> {},
                        Vigil.by(AlertRules.standard()), FiguresPast.none()),
                Trends.none(), new SimpleStringProperty(""), new SimpleObjectProperty<>(Instant.EPOCH)));
        var root = (Parent) view.node();
        Stage.fx(() -> {
            Theme.DARK.dress(new Scene(root, 1280, 800));
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
