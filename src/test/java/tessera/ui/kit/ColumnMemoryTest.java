package tessera.ui.kit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tessera.ui.Memory;

import static org.assertj.core.api.Assertions.assertThat;

/** Columns that a user arranged, when the product brings another. */
class ColumnMemoryTest {

    private static final List<Column<String>> COLUMNS = List.of(column("name"), column("busy"), column("hour"),
            column("memory"));

    private static Column<String> column(String id) {
        return Column.text(id, id, 100, text -> text);
    }

    private static List<String> arranged(String remembered) {
        var parts = new HashMap<>(Map.of("table.gpus", remembered));
        var memory = new Memory() {
            @Override
            public Optional<String> recall(String key) {
                return Optional.ofNullable(parts.get(key));
            }

            @Override
            public void remember(String key, String value) {
                parts.put(key, value);
            }
        };
        return new ColumnMemory("gpus", memory).arrange(COLUMNS).stream().map(Column::id).toList();
    }

    @Test
    void aNewColumnStandsBehindTheOneItUsuallyFollows() {
        assertThat(arranged("name ascending;memory true 90;busy true 80;name true 70")).containsExactly("memory",
                "busy",
                "hour", "name");
        assertThat(arranged("name ascending;busy true 80;memory true 90")).containsExactly("name", "busy", "hour",
                "memory");
    }

    @Test
    void withNothingRememberedTheUsualOrderServes() {
        assertThat(arranged("")).containsExactly("name", "busy", "hour", "memory");
    }
}
