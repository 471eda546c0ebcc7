package tessera.ui.kit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.Scene;
import javafx.scene.control.TableColumn;
import javafx.scene.layout.Pane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tessera.ui.Stage;
import tessera.ui.WindowColumnAndThemeStore;

import static org.assertj.core.api.Assertions.assertThat;

/** What a table shows where there is not room for all of its columns. */
class ColumnWidthDistributorTest {

    private static final List<DataTableColumn<String>> COLUMNS = List.of(
            DataTableColumn.text("name", "Name", 200, name -> name),
            DataTableColumn.<String>text("driver", "Driver", 100, name -> "580").hiddenWhenNarrow(1),
            DataTableColumn.<String>text("age", "Age", 80, name -> "3 d and some hours of which nobody asked")
                    .hiddenWhenNarrow(2),
            DataTableColumn.text("state", "State", 200, name -> "Ready"));

    private final Map<String, String> parts = new HashMap<>();
    private DataTable<String> table = table();

    @BeforeAll
    static void start() {
        Stage.start();
    }

    private DataTable<String> table() {
        return table(COLUMNS, "h100-01");
    }

    private DataTable<String> table(List<DataTableColumn<String>> columns, String... names) {
        return Stage.fx(() -> {
            var made = new DataTable<>("nodes", columns, name -> name, new WindowColumnAndThemeStore() {
                @Override
                public Optional<String> recall(String key) {
                    return Optional.ofNullable(parts.get(key));
                }

                @Override
                public void remember(String key, String value) {
                    parts.put(key, value);
                }
            }, name -> {});
            made.show(List.of(names));
            new Scene(new Pane(made.node()));
            return made;
        });
    }

    private List<String> shownAt(double width) {
        return Stage.fx(() -> {
            table.node().resize(width, 300);
            table.node().applyCss();
            table.node().layout();
            return table.node().getVisibleLeafColumns().stream().map(TableColumn::getText).toList();
        });
    }

    private void tick(String title, boolean shown) {
        Stage.fx(() -> {
            table.node().getColumns().stream().filter(column -> column.getText().equals(title))
                    .forEach(column -> column.setVisible(shown));
            return true;
        });
    }

    @Test
    void whatMattersLeastIsOutOfSightUntilThereIsRoomAgain() {
        assertThat(shownAt(700)).containsExactly("Name", "Driver", "Age", "State");
        assertThat(shownAt(540)).containsExactly("Name", "Driver", "State");
        assertThat(shownAt(450)).containsExactly("Name", "State");
        assertThat(shownAt(300)).containsExactly("Name", "State");
        assertThat(shownAt(540)).containsExactly("Name", "Driver", "State");
        assertThat(shownAt(700)).containsExactly("Name", "Driver", "Age", "State");
    }

    @Test
    void aNarrowWindowTakesNothingFromWhatIsExportedAndIsNotRememberedAsAChoice() {
        shownAt(450);

        assertThat(Stage.fx(() -> table.export(TableTextFormatter.TableExportFormat.CSV))).contains("Driver")
                .contains("Age");
        table = table();
        assertThat(shownAt(700)).containsExactly("Name", "Driver", "Age", "State");
    }

    @Test
    void aColumnThatWasChosenStays() {
        shownAt(450);
        tick("Age", true);

        assertThat(shownAt(440)).containsExactly("Name", "Age", "State");
        assertThat(shownAt(700)).containsExactly("Name", "Driver", "Age", "State");
        tick("Driver", false);
        table = table();
        assertThat(shownAt(450)).containsExactly("Name", "Age", "State");
        assertThat(shownAt(700)).containsExactly("Name", "Age", "State");
    }

    @Test
    void columnsFillATableOfNearlyTwiceTheWidthThatTheyWant() {
        shownAt(1150);

        assertThat(
                Stage.fx(() -> table.node().getVisibleLeafColumns().stream().mapToDouble(TableColumn::getWidth).sum()))
                .isBetween(1120.0, 1150.0);
    }

    private List<String> shownOf(double width, List<DataTableColumn<String>> columns, String... names) {
        table = table(columns, names);
        return shownAt(width);
    }

    private double widthOf(String title) {
        return Stage.fx(() -> table.node().getColumns().stream().filter(column -> column.getText().equals(title))
                .findFirst().orElseThrow().getWidth());
    }

    @Test
    void aColumnThatSaysNothingGivesItsRoomToNamesThatWouldBeCut() {
        var columns = List.of(DataTableColumn.text("name", "Node", 116, (String name) -> name),
                DataTableColumn.text("driver", "Driver", 100, (String name) -> "").hiddenWhenNarrow(1),
                DataTableColumn.text("state", "State", 200, (String name) -> "Ready"));

        assertThat(shownOf(450, columns, "h100-01")).containsExactly("Node", "Driver", "State");
        assertThat(shownOf(450, columns, "h100-01", "ip-10-0-1-10.ec2.internal")).containsExactly("Node", "State");
        assertThat(widthOf("Node")).isGreaterThan(190);
        assertThat(shownOf(600, columns, "ip-10-0-1-10.ec2.internal")).containsExactly("Node", "Driver", "State");
        assertThat(widthOf("Node")).isGreaterThan(190);
        assertThat(taken()).isBetween(540.0, 600.0);
    }

    @Test
    void aNumberThatNoRowHasIsOutOfSight() {
        var columns = List.of(DataTableColumn.text("name", "Node", 116, (String name) -> name),
                DataTableColumn.number("xid", "Last XID", 80, (String name) -> 0L)
                        .withText(name -> name.startsWith("h") ? "79" : "").hiddenWhenNarrow(1));

        assertThat(shownOf(600, columns, "mi300x-0")).containsExactly("Node");
        assertThat(shownOf(600, columns, "mi300x-0", "h100-01")).containsExactly("Node", "Last XID");
    }

    private double taken() {
        return Stage.fx(() -> table.node().getVisibleLeafColumns().stream().mapToDouble(TableColumn::getWidth).sum());
    }

    @Test
    void columnsKeepToTheTableHoweverItsWidthChanges() {
        for (double width : List.of(700.0, 540.0, 1100.0, 450.0, 900.0, 540.0, 430.0, 700.0)) {
            shownAt(width);
            assertThat(taken()).as("at %f", width).isBetween(width - 60, width);
        }
    }
}
