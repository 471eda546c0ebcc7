package tessera.ui.settings;

import java.util.List;
import java.util.function.Consumer;
import javafx.scene.layout.Region;
import tessera.text.MessageCatalog;
import tessera.ui.kit.SegmentedChoiceControl;

/** Row of choices that shows a setting, and reports the user's choice. */
final class SettingChoiceRow<C extends Enum<C>> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(SettingChoiceRow.class);

    private final SegmentedChoiceControl<C> segments;
    private C savedValue;

    SettingChoiceRow(String id, List<C> choices, Consumer<C> wanted) {
        segments = new SegmentedChoiceControl<>(id, choices, SettingChoiceRow::choiceLabel);
        savedValue = choices.getFirst();
        // The words beside it wrap; its own would be cut off.
        segments.node().setMinWidth(Region.USE_PREF_SIZE);
        segments.chosenProperty().subscribe((_, now) -> {
            if (now != savedValue) {
                savedValue = now;
                wanted.accept(now);
            }
        });
    }

    private static <C extends Enum<C>> String choiceLabel(C choice) {
        return MESSAGES.text("choice", choice);
    }

    Region node() {
        return segments.node();
    }

    void show(C newest) {
        savedValue = newest;
        segments.choose(newest);
    }
}
