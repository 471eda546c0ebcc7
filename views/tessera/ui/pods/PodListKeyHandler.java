package tessera.ui.pods;

import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyEvent;

/** Keyboard selection in the pods list: skips headings and captions, which have no actions. */
final class PodListKeyHandler {

    private final ListView<ObservableValue<PodListLine>> list;
    private final Consumer<PodListLine> open;

    /** @param open opens the line that is selected */
    PodListKeyHandler(ListView<ObservableValue<PodListLine>> list, Consumer<PodListLine> open) {
        this.list = list;
        this.open = open;
    }

    /** Handles a key before the list does, which then goes on from the focused line. */
    void handleKey(KeyEvent event) {
        if (event.isShortcutDown() || event.isAltDown()) {
            return;
        }
        switch (event.getCode()) {
            case ENTER -> {
                if (isSelectable(focusedIndex())) {
                    open.accept(list.getSelectionModel().getSelectedItem().getValue());
                } else {
                    selectableFrom(0).ifPresent(list.getSelectionModel()::select);
                }
                event.consume();
            }
            case DOWN, KP_DOWN -> goTo(event, lineBelow(), -1);
            case UP, KP_UP -> goTo(event, lineAbove(), 1);
            case J -> selectLine(event, lineBelow());
            case K -> selectLine(event, lineAbove());
            default -> {}
        }
    }

    private OptionalInt lineBelow() {
        return selectableFrom(focusedIndex() + 1);
    }

    private OptionalInt lineAbove() {
        var found = IntStream.iterate(focusedIndex() - 1, position -> position >= 0, position -> position - 1)
                .filter(this::isSelectable)
                .findFirst();
        if (found.isEmpty() && !list.getItems().isEmpty()) {
            // What stands over the first line is to be seen, though it cannot be chosen.
            list.scrollTo(0);
        }
        return found;
    }

    private void goTo(KeyEvent event, OptionalInt place, int beside) {
        if (place.isEmpty()) {
            event.consume();
        } else {
            list.getFocusModel().focus(place.getAsInt() + beside);
        }
    }

    private void selectLine(KeyEvent event, OptionalInt place) {
        place.ifPresent(list.getSelectionModel()::select);
        place.ifPresent(list.getFocusModel()::focus);
        event.consume();
    }

    private int focusedIndex() {
        return list.getSelectionModel().getSelectedIndex();
    }

    private OptionalInt selectableFrom(int position) {
        return IntStream.range(Math.max(0, position), list.getItems().size()).filter(this::isSelectable).findFirst();
    }

    private boolean isSelectable(int position) {
        return position >= 0 && position < list.getItems().size()
                && !(list.getItems().get(position).getValue() instanceof PodListLine.SectionHeading)
                && !(list.getItems().get(position).getValue() instanceof PodListLine.ColumnCaptionsLine);
    }
}
