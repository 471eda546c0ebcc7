package tessera.ui.kit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.scene.control.TableColumn;
import tessera.ui.Memory;

/** Remembers of a table which columns are in sight, how wide, in which order, and by which it is sorted. */
final class ColumnMemory {

    /** What is remembered of one column. */
    private record Known(int position, boolean shown, double width) {}

    private final String table;
    private final Memory memory;
    private final Map<String, Known> known = new HashMap<>();
    private Sort sort = Sort.NONE;

    ColumnMemory(String table, Memory memory) {
        this.table = table;
        this.memory = memory;
        memory.recall("table." + table).ifPresent(this::read);
    }

    /** The columns in the order the user gave them; new ones behind those that they usually follow. */
    <R> List<Column<R>> arrange(List<Column<R>> columns) {
        var arranged = new ArrayList<>(columns.stream().filter(column -> known.containsKey(column.id()))
                .sorted(Comparator.comparingInt(column -> position(column.id()))).toList());
        for (int at = 0; at < columns.size(); at++) {
            if (!known.containsKey(columns.get(at).id())) {
                int before = at == 0 ? -1 : arranged.indexOf(columns.get(at - 1));
                arranged.add(before + 1, columns.get(at));
            }
        }
        return arranged;
    }

    private int position(String id) {
        var column = known.get(id);
        return column == null ? -1 : column.position();
    }

    double width(Column<?> column) {
        var remembered = known.get(column.id());
        return remembered == null ? column.width() : remembered.width();
    }

    boolean shown(Column<?> column) {
        var remembered = known.get(column.id());
        return remembered == null ? column.shown() : remembered.shown();
    }

    Sort sort() {
        return sort;
    }

    /** @param stretch by how much columns are wider than the user wants them */
    void remember(List<? extends TableColumn<?, ?>> columns, Sort sorted, double stretch) {
        var text = new StringBuilder(sorted.column()).append(sorted.descending() ? " descending" : " ascending");
        for (var column : columns) {
            var id = column.getUserData() instanceof Column<?> described ? described.id() : "";
            text.append(';').append(id).append(' ').append(column.isVisible()).append(' ')
                    .append(Math.round(column.getWidth() / stretch));
        }
        memory.remember("table." + table, text.toString());
    }

    /** Reads what {@link #remember} wrote; what cannot be read is as if it had never been written. */
    private void read(String text) {
        var entries = List.of(text.split(";", -1));
        var order = List.of(entries.getFirst().split(" ", -1));
        if (order.size() == 2) {
            sort = new Sort(order.getFirst(), order.getLast().equals("descending"));
        }
        for (int i = 1; i < entries.size(); i++) {
            var words = List.of(entries.get(i).split(" ", -1));
            if (words.size() == 3 && words.get(2).matches("\\d{1,5}")) {
                known.put(words.getFirst(),
                        new Known(i, words.get(1).equals("true"), Double.parseDouble(words.get(2))));
            }
        }
    }
}
