package tessera.ui.pods;

import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyEvent;

/** The keys that move the selection of the pods list: over headings and captions, at which nothing can be done. */
final class LineKeys {

    private final ListView<ObservableValue<PodLine>> list;
    private final Consumer<PodLine> open;

    /** @param open opens the line that is selected */
    LineKeys(ListView<ObservableValue<PodLine>> list, Consumer<PodLine> open) {
        this.list = list;
        this.open = open;
    }

    /** To be asked before the list is, which then goes on from the line that has the focus. */
    void press(KeyEvent event) {
        if (event.isShortcutDown() || event.isAltDown()) {
            return;
        }
        switch (event.getCode()) {
            case ENTER -> {
                if (chosen(at())) {
                    open.accept(list.getSelectionModel().getSelectedItem().getValue());
                } else {
                    from(0).ifPresent(list.getSelectionModel()::select);
                }
                event.consume();
            }
            case DOWN, KP_DOWN -> go(event, below(), -1);
            case UP, KP_UP -> go(event, above(), 1);
            case J -> select(event, below());
            case K -> select(event, above());
            default -> {}
        }
    }

    private OptionalInt below() {
        return from(at() + 1);
    }

    private OptionalInt above() {
        var found = IntStream.iterate(at() - 1, place -> place >= 0, place -> place - 1).filter(this::chosen)
                .findFirst();
        if (found.isEmpty() && !list.getItems().isEmpty()) {
            // What stands over the first line is to be seen, though it cannot be chosen.
            list.scrollTo(0);
        }
        return found;
    }

    private void go(KeyEvent event, OptionalInt place, int beside) {
        if (place.isEmpty()) {
            event.consume();
        } else {
            list.getFocusModel().focus(place.getAsInt() + beside);
        }
    }

    private void select(KeyEvent event, OptionalInt place) {
        place.ifPresent(list.getSelectionModel()::select);
        place.ifPresent(list.getFocusModel()::focus);
        event.consume();
    }

    private int at() {
        return list.getSelectionModel().getSelectedIndex();
    }

    private OptionalInt from(int place) {
        return IntStream.range(Math.max(0, place), list.getItems().size()).filter(this::chosen).findFirst();
    }

    private boolean chosen(int place) {
        return place >= 0 && place < list.getItems().size()
                && !(list.getItems().get(place).getValue() instanceof PodLine.SectionHeading)
                && !(list.getItems().get(place).getValue() instanceof PodLine.Captions);
    }
}
