package tessera.ui.kit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;

/**
 * Distributes the width of a table among its columns. Where there is more than they want, those whose words are cut have it first,
 * and then all their share of it, within reason; where there is less, those that can be spared are out of sight, unless the user
 * chose them, and so are those that say nothing while words of others are cut. FX thread.
 */
final class ColumnWidthDistributor {

    private static final double SCROLL_BAR = 14;
    private static final double MOST_STRETCH = 2;

    private final TableView<?> table;
    private final Set<TableColumn<?, ?>> spared = new HashSet<>();
    private final Map<String, Boolean> choices = new HashMap<>();
    private final Map<TableColumn<?, ?>, Double> extraWidths = new HashMap<>();
    private Map<TableColumn<?, ?>, ColumnContentSummary> texts = Map.of();
    private boolean sharing;
    private double stretch = 1;
    private double textScale = 1;

    ColumnWidthDistributor(TableView<?> table) {
        this.table = table;
    }

    /** Returns whether a change of columns is made here now, and not by the user. */
    boolean isSharing() {
        return sharing;
    }

    /** Returns whether the user wants a column shown; empty where that was left to the table. */
    Optional<Boolean> choiceOf(DataTableColumn<?> column) {
        return Optional.ofNullable(choices.get(column.id()));
    }

    void choose(DataTableColumn<?> column, boolean shown) {
        choices.put(column.id(), shown);
    }

    /** Returns whether a column is shown, or would be if there were room. */
    boolean isWanted(TableColumn<?, ?> column) {
        return column.isVisible() || spared.contains(column);
    }

    /** Notes that a column was shown or hidden; returns whether the user did it. */
    boolean noteVisibility(TableColumn<?, ?> tableColumn) {
        if (sharing) {
            return false;
        }
        var column = columnOf(tableColumn);
        spared.remove(tableColumn);
        if (column.shownByDefault() == tableColumn.isVisible() && column.hidingRank() == 0) {
            choices.remove(column.id());
        } else {
            choices.put(column.id(), tableColumn.isVisible());
        }
        return true;
    }

    /** Scales the columns with the text, so that they are never narrower for it. */
    void setTextScale(double textSize) {
        textScale = textSize;
        shareWidth();
    }

    void shareWidth() {
        if (sharing) {
            return;
        }
        sharing = true;
        try {
            hideDispensable();
            var shown = table.getVisibleLeafColumns();
            double wanted = shown.stream().mapToDouble(this::wantedWidth).sum();
            // Each may be rounded up by a pixel.
            double room = table.getWidth() - SCROLL_BAR - shown.size();
            var gains = gains(shown, room / textScale - wanted);
            double rest = room - gains.values().stream().mapToDouble(gain -> gain).sum() * textScale;
            double next = wanted <= 0 ? 1 : Math.max(textScale, Math.clamp(rest / wanted, 1, MOST_STRETCH));
            if (Math.abs(next - stretch) > 0.001 || !gains.equals(extraWidths)) {
                var widths = new HashMap<TableColumn<?, ?>, Double>();
                table.getColumns().forEach(column -> widths.put(column,
                        wantedWidth(column) * next + gains.getOrDefault(column, 0.0) * textScale));
                extraWidths.clear();
                gains.forEach((column, gain) -> extraWidths.put(column, gain * textScale));
                stretch = next;
                widths.forEach(TableColumn::setPrefWidth);
            }
        } finally {
            sharing = false;
        }
    }

    /** How wide the user wants it, or whoever described it. */
    double wantedWidth(TableColumn<?, ?> column) {
        return (column.getWidth() - extraWidths.getOrDefault(column, 0.0)) / stretch;
    }

    /** Takes note of what cells say. */
    void read(Map<TableColumn<?, ?>, ColumnContentSummary> newest) {
        if (!newest.equals(texts)) {
            texts = Map.copyOf(newest);
            shareWidth();
        }
    }

    /** What those columns have beside what they want whose words are cut, from the left. */
    private Map<TableColumn<?, ?>, Double> gains(List<? extends TableColumn<?, ?>> shown, double room) {
        var gains = new HashMap<TableColumn<?, ?>, Double>();
        double left = room;
        for (var column : shown) {
            double gain = Math.min(left, lack(column));
            if (gain >= 1) {
                gains.put(column, Math.floor(gain));
                left -= Math.floor(gain);
            }
        }
        return gains;
    }

    /** By how much its words are longer than it is wide; who made it narrow wants it so. */
    private double lack(TableColumn<?, ?> column) {
        double width = columnOf(column).width();
        if (Math.abs(wantedWidth(column) - width) > 1) {
            return 0;
        }
        return Math.clamp(textOf(column).width() - width, 0, MOST_STRETCH * width);
    }

    private ColumnContentSummary textOf(TableColumn<?, ?> column) {
        return texts.getOrDefault(column, ColumnContentSummary.UNREAD);
    }

    /** Hides columns of the highest rank first, and shows them last. */
    private void hideDispensable() {
        if (table.getWidth() <= 0) {
            return;
        }
        var all = table.getColumns().stream().filter(this::isWanted).toList();
        var kept = new ArrayList<>(all);
        var dispensable = all.stream().filter(this::isDispensable)
                .sorted(Comparator.comparing(column -> columnOf(column).hidingRank(), Comparator.reverseOrder()))
                .toList();
        dispensable.stream().filter(column -> textOf(column).inapplicable()).forEach(kept::remove);
        for (var column : dispensable) {
            if (needed(kept) > table.getWidth()) {
                kept.remove(column);
            }
        }
        for (var column : dispensable) {
            if (textOf(column).blank()
                    && needed(kept) + kept.stream().mapToDouble(this::lack).sum() * textScale > table.getWidth()) {
                kept.remove(column);
            }
        }
        spared.clear();
        all.stream().filter(column -> !kept.contains(column)).forEach(spared::add);
        all.forEach(column -> column.setVisible(!spared.contains(column)));
    }

    private double needed(List<? extends TableColumn<?, ?>> columns) {
        return columns.stream().mapToDouble(this::wantedWidth).sum() * textScale + columns.size() + SCROLL_BAR;
    }

    /** Returns whether a column may be hidden; a sorted one may not. */
    private boolean isDispensable(TableColumn<?, ?> tableColumn) {
        var column = columnOf(tableColumn);
        return column.hidingRank() > 0 && choiceOf(column).isEmpty() && !table.getSortOrder().contains(tableColumn);
    }

    static DataTableColumn<?> columnOf(TableColumn<?, ?> column) {
        return (DataTableColumn<?>) column.getUserData();
    }
}
