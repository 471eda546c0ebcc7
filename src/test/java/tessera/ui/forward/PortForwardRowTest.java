package tessera.ui.forward;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javafx.scene.Scene;
import javafx.scene.control.TableColumn;
import javafx.scene.layout.Pane;
import javafx.scene.text.Text;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.forward.PortForwardState;
import tessera.model.ObjectRef;
import tessera.ui.Stage;
import tessera.ui.WindowColumnAndThemeStore;
import tessera.ui.kit.ColorTheme;
import tessera.ui.kit.DataTable;

import static org.assertj.core.api.Assertions.assertThat;

/** A forwarded port in the list of them. */
class PortForwardRowTest {

    private static final WindowColumnAndThemeStore NOTHING = new WindowColumnAndThemeStore() {
        @Override
        public Optional<String> recall(String key) {
            return Optional.empty();
        }

        @Override
        public void remember(String key, String value) {}
    };

    @BeforeAll
    static void start() {
        Stage.start();
    }

    @ParameterizedTest
    @ValueSource(ints = {950, 1206, 1366, 1846})
    void whyItEndedAndWhatCanBeDoneIsReadInWholeInWindowsOfAnyUsualWidth(int width) {
        var reason = "The pod is gone, and its replacement has another name";
        var state = new PortForwardState(1, ObjectRef.pod("serving", "llm-serve-rocm-9cqkd95p2m-dvjvv"), 8000, 41000,
                PortForwardState.ForwardStage.ENDED, reason, 0, 12, 1 << 20, 1 << 20, Instant.EPOCH);
        var table = Stage.fx(() -> {
            var made = new DataTable<>("forwards",
                    PortForwardRow.columns(new PortForwardRow.PortForwardActions(_ -> {}, _ -> {}, _ -> {})),
                    row -> row.state().number(), NOTHING, _ -> {});
            made.show(List.of(PortForwardRow.of(state, Instant.EPOCH)));
            var scene = new Scene(new Pane(made.node()), width, 300);
            ColorTheme.DARK.applyTo(scene);
            made.node().resize(width, 300);
            scene.snapshot(null);
            made.node().layout();
            return made.node();
        });

        assertThat(Stage.fx(() -> table.getVisibleLeafColumns().stream().mapToDouble(TableColumn::getWidth).sum()))
                .isLessThanOrEqualTo(width);
        assertThat(Stage.fx(() -> table.lookupAll(".text").stream().map(text -> ((Text) text).getText()).toList()))
                .anyMatch(text -> text.replace('\n', ' ').endsWith(reason)).contains("Dismiss");
    }
}
