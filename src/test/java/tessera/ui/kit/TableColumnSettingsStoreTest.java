package tessera.ui.kit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.control.TableColumn;
import org.junit.jupiter.api.Test;
import tessera.ui.WindowColumnAndThemeStore;

import static org.assertj.core.api.Assertions.assertThat;

/** Columns that a user arranged, when the product brings another. */
class TableColumnSettingsStoreTest {

    private static final List<DataTableColumn<String>> COLUMNS = List.of(column("name"), column("busy"), column("hour"),
            column("memory"));

    private static DataTableColumn<String> column(String id) {
        return DataTableColumn.text(id, id, 100, text -> text);
    }

    private static List<String> arranged(String remembered) {
        return memory(new HashMap<>(Map.of("table.gpus", remembered))).arrange(COLUMNS).stream()
                .map(DataTableColumn::id).toList();
    }

    private static TableColumnSettingsStore memory(Map<String, String> parts) {
        return new TableColumnSettingsStore("gpus", new WindowColumnAndThemeStore() {
            @Override
            public Optional<String> recall(String key) {
                return Optional.ofNullable(parts.get(key));
            }

            @Override
            public void remember(String key, String value) {
                parts.put(key, value);
            }
        });
    }

    private static TableColumn<String, String> drawn(String id, double width) {
        var drawn = new TableColumn<String, String>(id);
        drawn.setUserData(COLUMNS.stream().filter(column -> column.id().equals(id)).findFirst().orElseThrow());
        drawn.setPrefWidth(width);
        return drawn;
    }

    @Test
    void aNewColumnStandsBehindTheOneItUsuallyFollows() {
        assertThat(arranged("name ascending;memory true 90;busy true 80;name true 70")).containsExactly("memory",
                "busy", "hour", "name");
        assertThat(arranged("name ascending;busy true 80;memory true 90")).containsExactly("name", "busy", "hour",
                "memory");
    }

    @Test
    void onlyWidthsThatTheUserChangedOutlastTheProgram() {
        var parts = new HashMap<String, String>();
        var columns = List.of(drawn("name", 150), drawn("busy", 150.9), drawn("hour", 210), drawn("memory", 150));
        memory(parts).remember(COLUMNS, columns, new TableSort("busy", true), column -> column.getWidth() / 1.5,
                _ -> Optional.empty());
        var next = memory(parts);

        assertThat(next.widthOf(column("hour").withWidth(300))).isEqualTo(140);
        assertThat(next.widthOf(column("busy").withWidth(300))).isEqualTo(300);
        assertThat(next.isShown(column("busy").hidden())).isFalse();
        assertThat(next.arrange(COLUMNS.reversed())).isEqualTo(COLUMNS.reversed());
        assertThat(next.sort()).isEqualTo(new TableSort("busy", true));
        assertThat(memory(Map.of("table.gpus", "name ascending;busy true 80")).widthOf(column("busy"))).isEqualTo(100);
    }

    @Test
    void anOrderThatTheUserChoseIsKept() {
        var parts = new HashMap<String, String>();
        var columns = List.of(drawn("memory", 100), drawn("name", 100), drawn("busy", 100), drawn("hour", 100));
        memory(parts).remember(COLUMNS, columns, TableSort.NONE, TableColumn::getWidth, _ -> Optional.empty());

        assertThat(arranged(parts.getOrDefault("table.gpus", ""))).containsExactly("memory", "name", "busy", "hour");
    }

    @Test
    void withNothingRememberedTheUsualOrderServes() {
        assertThat(arranged("")).containsExactly("name", "busy", "hour", "memory");
    }
}
