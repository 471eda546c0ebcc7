package tessera.ui.kit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.scene.control.MultipleSelectionModel;

/**
 * Rows that keep their identity while their contents change, so that a table redraws only cells that differ and keeps
 * its scroll position. FX thread.
 *
 * @param <R> what a row shows; an immutable value
 */
public final class Rows<R> {

    private final Function<R, Object> key;
    private final ObservableList<ObservableValue<R>> slots = FXCollections.observableArrayList();
    private Map<Object, ObjectProperty<R>> byKey = new HashMap<>();

    /** @param key what tells one row from another, the same for as long as the row lives */
    public Rows(Function<R, Object> key) {
        this.key = key;
    }

    /** What a table shows: one observable a row. */
    public ObservableList<ObservableValue<R>> slots() {
        return slots;
    }

    /** Shows these rows, in this order, and has the same row selected as before, wherever it is now; none where it is gone. */
    public void show(List<R> rows, MultipleSelectionModel<ObservableValue<R>> selection) {
        var chosen = selection.getSelectedItem();
        show(rows);
        int place = chosen == null ? -1 : slots.indexOf(chosen);
        if (place != selection.getSelectedIndex()) {
            selection.clearSelection();
            if (place >= 0) {
                selection.select(place);
            }
        }
    }

    /** Shows these rows, in this order. What is selected is seen to by whoever shows them. */
    void show(List<R> rows) {
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
        if (!order.equals(slots)) {
            slots.setAll(order);
        }
    }
}
