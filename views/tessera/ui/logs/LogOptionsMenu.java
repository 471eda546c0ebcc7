package tessera.ui.logs;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.ToggleGroup;
import org.jspecify.annotations.Nullable;
import tessera.text.MessageCatalog;

/** Menu of the options for reading and showing a log. FX thread. */
final class LogOptionsMenu {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LogOptionsMenu.class);

    private final MenuButton button = new MenuButton(MESSAGES.text("view.menu"));
    private final CheckMenuItem timestamps = new CheckMenuItem(MESSAGES.text("view.timestamps"));
    private final CheckMenuItem wrap = new CheckMenuItem(MESSAGES.text("view.wrap"));
    private final CheckMenuItem previous = new CheckMenuItem(MESSAGES.text("view.previous"));
    private final ToggleGroup amounts = new ToggleGroup();

    /** The amount of a log that is read at first. */
    enum InitialLogAmount {
        LAST("view.tail", 5_000, null),
        MINUTES("view.minutes", -1, Duration.ofMinutes(10)),
        HOUR("view.hour", -1, Duration.ofHours(1)),
        EVERYTHING("view.everything", -1, null);

        private final String title;
        private final long tail;
        private final @Nullable Duration age;

        InitialLogAmount(String title, long tail, @Nullable Duration age) {
            this.title = title;
            this.tail = tail;
            this.age = age;
        }

        long tailLines() {
            return tail;
        }

        @Nullable
        Instant sinceTime(Instant now) {
            return age == null ? null : now.minus(age);
        }
    }

    /**
     * The usual choice.
     *
     * @param reread  called when something else is to be read
     * @param redraw  called when the same is to be shown otherwise
     * @param further what else is behind the button
     */
    LogOptionsMenu(Runnable reread, Runnable redraw, List<MenuItem> further) {
        button.setId("logs-view");
        // The log stands in a column of the window, in which a line is seldom whole.
        wrap.setSelected(true);
        for (var item : List.of(timestamps, wrap)) {
            item.selectedProperty().addListener((selected, before, now) -> redraw.run());
        }
        previous.selectedProperty().addListener((selected, before, now) -> reread.run());
        button.getItems().addAll(timestamps, wrap, new SeparatorMenuItem(), previous, new SeparatorMenuItem());
        for (var amount : InitialLogAmount.values()) {
            var item = new RadioMenuItem(MESSAGES.text(amount.title));
            item.setToggleGroup(amounts);
            item.setUserData(amount);
            item.setSelected(amount == InitialLogAmount.LAST);
            button.getItems().add(item);
        }
        amounts.selectedToggleProperty().addListener((chosen, before, now) -> reread.run());
        button.getItems().add(new SeparatorMenuItem());
        button.getItems().addAll(further);
    }

    static MenuItem menuItem(String title, String id, Consumer<MenuItem> action) {
        var item = new MenuItem(title);
        item.setId(id);
        item.setOnAction(event -> action.accept(item));
        return item;
    }

    MenuButton node() {
        return button;
    }

    boolean showsTimestamps() {
        return timestamps.isSelected();
    }

    boolean wrapsLines() {
        return wrap.isSelected();
    }

    boolean readsPreviousRun() {
        return previous.isSelected();
    }

    /** Chooses the current run, because the previous one was chosen for another pod. */
    void resetToCurrentRun() {
        previous.setSelected(false);
    }

    InitialLogAmount initialAmount() {
        if (amounts.getSelectedToggle() == null) {
            return InitialLogAmount.LAST;
        }
        return (InitialLogAmount) amounts.getSelectedToggle().getUserData();
    }
}
