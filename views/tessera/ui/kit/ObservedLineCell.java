package tessera.ui.kit;

import javafx.beans.value.ObservableValue;
import javafx.scene.control.ListCell;
import javafx.util.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * A cell as wide as its list, which follows its line while that changes. FX thread.
 *
 * @param <T> what a line shows
 */
public abstract class ObservedLineCell<T> extends ListCell<ObservableValue<T>> {

    private Subscription subscription = Subscription.EMPTY;

    // The width is kept by the cell itself, which nobody listens to yet.
    @SuppressWarnings("this-escape")
    protected ObservedLineCell() {
        setPrefWidth(0);
    }

    @Override
    protected final void updateItem(@Nullable ObservableValue<T> slot, boolean empty) {
        super.updateItem(slot, empty);
        subscription.unsubscribe();
        subscription = Subscription.EMPTY;
        if (slot == null || empty) {
            setGraphic(null);
        } else {
            subscription = slot.subscribe(this::showLine);
        }
    }

    /** Shows a line, as it is now. */
    protected abstract void showLine(T line);
}
