package tessera.ui.kit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;

/**
 * Shares out the room of a table among its columns. Where there is more than they want, all have their share of it, within
 * reason; where there is less, those that can be spared are out of sight, unless the user chose them. FX thread.
 */
final class ColumnRoom {

    private static final double SCROLL_BAR = 14;
    private static final double MOST_STRETCH = 2;

    private final TableView<?> table;
    private final Set<TableColumn<?, ?>> spared = new HashSet<>();
    private final Map<String, Boolean> choices = new HashMap<>();
    private boolean sharing;
    private double stretch = 1;
    private double letters = 1;

    ColumnRoom(TableView<?> table) {
        this.table = table;
    }

    /** By how much columns are wider than the user wants them. */
    double stretch() {
        return stretch;
    }

    /** Whether what changes about columns now is changed here, and not by the user. */
    boolean sharing() {
        return sharing;
    }

    /** Whether the user wants a column in sight; empty where that was left to the table. */
    Optional<Boolean> choice(DataColumn<?> column) {
        return Optional.ofNullable(choices.get(column.id()));
    }

    void choose(DataColumn<?> column, boolean shown) {
        choices.put(column.id(), shown);
    }

    /** Whether a column is in sight, or would be if there were room. */
    boolean wanted(TableColumn<?, ?> column) {
        return column.isVisible() || spared.contains(column);
    }

    /** Takes note that a column came into sight or left it; whether it was the user who did that. */
    boolean noticed(TableColumn<?, ?> tableColumn) {
        if (sharing) {
            return false;
        }
        var column = described(tableColumn);
        spared.remove(tableColumn);
        if (column.shown() == tableColumn.isVisible() && column.rank() == 0) {
            choices.remove(column.id());
        } else {
            choices.put(column.id(), tableColumn.isVisible());
        }
        return true;
    }

    /** Columns are never narrower for their text than they are for text of the usual size. */
    void write(double textSize) {
        letters = textSize;
        share();
    }

    void share() {
        if (sharing) {
            return;
        }
        sharing = true;
        try {
            spare();
            var shown = table.getVisibleLeafColumns();
            double wanted = shown.stream().mapToDouble(this::wantedWidth).sum();
            // Each may be rounded up by a pixel.
            double room = table.getWidth() - SCROLL_BAR - shown.size();
            double next = wanted <= 0 ? 1 : Math.max(letters, Math.clamp(room / wanted, 1, MOST_STRETCH));
            if (Math.abs(next - stretch) > 0.001) {
                table.getColumns().forEach(column -> column.setPrefWidth(wantedWidth(column) * next));
                stretch = next;
            }
        } finally {
            sharing = false;
        }
    }

    private double wantedWidth(TableColumn<?, ?> column) {
        return column.getWidth() / stretch;
    }

    /** Those of the highest rank go first, and come back last. */
    private void spare() {
        if (table.getWidth() <= 0) {
            return;
        }
        var all = table.getColumns().stream().filter(this::wanted).toList();
        var kept = new ArrayList<>(all);
        var dispensable = all.stream().filter(this::dispensable)
                .sorted(Comparator.comparing(column -> described(column).rank(), Comparator.reverseOrder())).toList();
        for (var column : dispensable) {
            if (kept.stream().mapToDouble(this::wantedWidth).sum() * letters + kept.size() + SCROLL_BAR > table
                    .getWidth()) {
                kept.remove(column);
            }
        }
        spared.clear();
        all.stream().filter(column -> !kept.contains(column)).forEach(spared::add);
        all.forEach(column -> column.setVisible(!spared.contains(column)));
    }

    /** One by which rows are sorted is looked at. */
    private boolean dispensable(TableColumn<?, ?> tableColumn) {
        var column = described(tableColumn);
        return column.rank() > 0 && choice(column).isEmpty() && !table.getSortOrder().contains(tableColumn);
    }

    static DataColumn<?> described(TableColumn<?, ?> column) {
        return (DataColumn<?>) column.getUserData();
    }
}
