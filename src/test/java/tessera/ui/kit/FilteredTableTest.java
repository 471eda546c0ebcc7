package tessera.ui.kit;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.StackPane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.insight.Sample;
import tessera.ui.Stage;
import tessera.ui.StillDesk;

import static org.assertj.core.api.Assertions.assertThat;

/** What an empty table says. */
class FilteredTableTest {

    private static final String NONE = "No name passes the filter";

    @BeforeAll
    static void start() {
        Stage.start();
    }

    @Test
    void thatNothingPassesIsNotSaidBeforeItIsKnown() {
        var memory = new StillDesk(new Sample().snapshot()).memory();
        var table = Stage.fx(() -> new FilteredTable<String>("names", new DataTable<>("names-table",
                List.of(), name -> name, memory, name -> {}), "Filter names", NONE, () -> {}));

        assertThat(said(table)).doesNotContain(NONE);
        Stage.fx(() -> {
            table.show(List.of(), "", "", "");
            return true;
        });
        assertThat(said(table)).contains(NONE);
    }

    private static List<String> said(FilteredTable<String> table) {
        Stage.draw(Stage.fx(() -> new StackPane(table.node())), Theme.DARK, 600, 300);
        return Stage.fx(() -> table.node().lookupAll(".label").stream().filter(Label.class::isInstance)
                .map(label -> ((Label) label).getText()).toList());
    }
}
