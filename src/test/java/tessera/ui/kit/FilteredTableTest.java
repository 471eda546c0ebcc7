package tessera.ui.kit;

import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.gpu.Sample;
import tessera.ui.Stage;
import tessera.ui.StillDesk;

import static org.assertj.core.api.Assertions.assertThat;

/** What a table says that is empty or narrow. */
class FilteredTableTest {

    private static final String NONE = "No name passes the filter";

    @BeforeAll
    static void start() {
        Stage.start();
    }

    @Test
    void thatNothingPassesIsNotSaidBeforeItIsKnown() {
        var store = new StillDesk(new Sample().snapshot()).layoutMemory();
        var table = Stage.fx(() -> new FilteredTable<String>("names",
                new DataTable<>("names-table", List.of(), name -> name, store, name -> {}), "Filter names", NONE,
                () -> {}));

        assertThat(said(table)).doesNotContain(NONE);
        Stage.fx(() -> {
            table.show(List.of(), "", "", "");
            return true;
        });
        assertThat(said(table)).contains(NONE);
    }

    @Test
    void theToolsAreAllInReachWhereThereIsLittleRoomAndTheNumberOfRowsGivesWay() {
        var store = new StillDesk(new Sample().snapshot()).layoutMemory();
        var table = Stage.fx(() -> new FilteredTable<String>("names",
                new DataTable<>("names-table", List.of(), name -> name, store, name -> {}), "Filter names", NONE,
                () -> {}));
        Stage.fx(() -> {
            table.addTool(new Button("Show metrics"));
            table.show(List.of("a"), "321 GPUs and instances", "", "");
            return true;
        });
        Stage.draw(Stage.fx(() -> new StackPane(table.node())), ColorTheme.DARK, 500, 300);
        var export = Stage.fx(() -> table.node().lookup("#names-table-export"));
        assertThat(Stage.fx(() -> export.localToScene(export.getLayoutBounds()).getMaxX())).isLessThanOrEqualTo(500);
        assertThat(Stage.fx(() -> table.node().lookup("#names-filter-count").isVisible())).isFalse();
        assertThat(Stage.fx(() -> ((Region) table.node().lookup("#names-filter")).getWidth())).isGreaterThan(40);
    }

    private static List<String> said(FilteredTable<String> table) {
        Stage.draw(Stage.fx(() -> new StackPane(table.node())), ColorTheme.DARK, 600, 300);
        return Stage.fx(() -> table.node().lookupAll(".label").stream().filter(Label.class::isInstance)
                .map(label -> ((Label) label).getText()).toList());
    }
}
