package tessera.ui.kit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.scene.control.MultipleSelectionModel;

/**
 * Rows that keep their identity while their contents change, so that a table redraws only changed cells and keeps its scroll position. FX thread.
 *
 * @param <R> what a row shows; an immutable value
 */
public final class StableTableRows<R> {

    private final Function<R, Object> key;
    private final ObservableList<ObservableValue<R>> slots = FXCollections.observableArrayList();
    private Map<Object, ObjectProperty<R>> byKey = new HashMap<>();

    /** @param key what tells one row from another, the same for as long as the row lives */
    public StableTableRows(Function<R, Object> key) {
        this.key = key;
    }

    /** Returns the items of a table: one observable a row. */
    public ObservableList<ObservableValue<R>> slots() {
        return slots;
    }

    /**
     * Shows rows in this order, and keeps the selection on the same rows. What is told of the selection
     * meanwhile is no choice of the user's.
     */
    public void show(List<R> rows, MultipleSelectionModel<ObservableValue<R>> selection) {
        var chosen = Set.copyOf(selection.getSelectedItems().stream().filter(Objects::nonNull).toList());
        if (replaceRows(rows) && !chosen.isEmpty()) {
            selection.clearSelection();
            for (int position = 0; position < slots.size(); position++) {
                if (chosen.contains(slots.get(position))) {
                    selection.select(position);
                }
            }
        }
    }

    /** Replaces the rows; returns whether rows or their order changed. */
    private boolean replaceRows(List<R> rows) {
        var next = new HashMap<Object, ObjectProperty<R>>(rows.size() * 2);
        var order = new ArrayList<ObservableValue<R>>(rows.size());
        for (var row : rows) {
            var slot = byKey.get(key.apply(row));
            if (slot == null) {
                slot = new SimpleObjectProperty<>(row);
            } else {
                slot.set(row);
            }
            next.put(key.apply(row), slot);
            order.add(slot);
        }
        byKey = next;
        boolean moved = !order.equals(slots);
        if (moved) {
            slots.setAll(order);
        }
        return moved;
    }
}
