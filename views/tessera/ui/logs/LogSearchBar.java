package tessera.ui.logs;

import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.logs.LogSearchPattern;
import tessera.text.MessageCatalog;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;

/** Search field of a log, with buttons to the previous and next match. FX thread. */
final class LogSearchBar {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LogSearchBar.class);
    private static final PseudoClass WRONG = PseudoClass.getPseudoClass("error");

    private final TextField field = InputControlFactory.textField("logs-search", MESSAGES.text("search.prompt"));
    private final Label count = TextLabelFactory.label("", "caption");
    private final Button before = searchButton("▴", "logs-before", MESSAGES.text("search.previous"));
    private final Button after = searchButton("▾", "logs-after", MESSAGES.text("search.next"));
    private final ToggleButton only = new ToggleButton(MESSAGES.text("search.only"));
    private final HBox node = new HBox(6, field, count, before, after, only);
    private final ObjectProperty<Optional<LogSearchPattern>> pattern = new SimpleObjectProperty<>(Optional.empty());
    private final LongSupplier here;
    private final LongConsumer goTo;
    private Optional<DisplayedLogLines.MatchingLogLines> matches = Optional.empty();

    /**
     * An empty field.
     *
     * @param here where one is in the log
     * @param goTo goes to a line
     */
    LogSearchBar(LongSupplier here, LongConsumer goTo) {
        this.here = here;
        this.goTo = goTo;
        HBox.setHgrow(field, Priority.ALWAYS);
        field.setMinWidth(80);
        field.textProperty().addListener((text, was, now) -> readPattern(now));
        field.addEventFilter(KeyEvent.KEY_PRESSED, this::onKey);
        count.setId("logs-count");
        only.setId("logs-only");
        only.setMinWidth(Region.USE_PREF_SIZE);
        before.setOnAction(event -> goToMatch(-1));
        after.setOnAction(event -> goToMatch(1));
        node.setAlignment(Pos.CENTER_LEFT);
        node.getStyleClass().add("log-tools");
        show(Optional.empty(), false);
    }

    private static Button searchButton(String sign, String id, String text) {
        var button = LayoutBoxFactory.withStyle(new Button(sign), "log-step");
        button.setId(id);
        button.setAccessibleText(text);
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }

    HBox node() {
        return node;
    }

    ObjectProperty<Optional<LogSearchPattern>> patternProperty() {
        return pattern;
    }

    /** Returns the toggle that lists matching lines only. */
    ToggleButton onlyMatchesToggle() {
        return only;
    }

    void focus() {
        field.requestFocus();
        field.selectAll();
    }

    private void readPattern(String text) {
        try {
            pattern.set(text.isEmpty() ? Optional.empty() : Optional.of(LogSearchPattern.fromInput(text)));
            field.pseudoClassStateChanged(WRONG, false);
            field.setTooltip(null);
        } catch (LogSearchPattern.InvalidPatternException wrong) {
            pattern.set(Optional.empty());
            field.pseudoClassStateChanged(WRONG, true);
            field.setTooltip(new Tooltip(wrong.getMessage()));
            // What is wrong gives way to the tools; it is all at the field.
            count.setMinWidth(0);
            count.setText(MESSAGES.text("search.invalid", wrong.reasonText()));
        }
    }

    private void onKey(KeyEvent event) {
        if (event.getCode() == KeyCode.ENTER) {
            goToMatch(event.isShiftDown() ? -1 : 1);
            event.consume();
        } else if (event.getCode() == KeyCode.ESCAPE && !field.getText().isEmpty()) {
            field.clear();
            event.consume();
        }
    }

    /** Goes to the next or previous match, with wrap-around. */
    void goToMatch(int by) {
        if (matches.isEmpty() || matches.get().count() == 0) {
            return;
        }
        var matchingLines = matches.get();
        long row = matchingLines.rowOfLine(here.getAsLong());
        boolean on = row < matchingLines.count() && matchingLines.lineNumberAt(row) == here.getAsLong();
        long next;
        if (by > 0) {
            if (on) {
                next = row + 1;
            } else {
                next = row;
            }
        } else {
            next = row - 1;
        }
        goTo.accept(matchingLines.lineNumberAt(Math.floorMod(next, matchingLines.count())));
        show(matches, false);
    }

    /**
     * Shows the number of matches.
     *
     * @param behind whether it may be there more often
     */
    void show(Optional<DisplayedLogLines.MatchingLogLines> now, boolean behind) {
        matches = now;
        boolean any = now.isPresent() && now.get().count() > 0;
        before.setDisable(!any);
        after.setDisable(!any);
        only.setDisable(now.isEmpty());
        if (now.isEmpty()) {
            if (field.getText().isEmpty()) {
                count.setText("");
            }
            return;
        }
        long all = now.get().count();
        long row = now.get().rowOfLine(here.getAsLong());
        boolean on = row < all && now.get().lineNumberAt(row) == here.getAsLong();
        count.setMinWidth(Region.USE_PREF_SIZE);
        var matches = GroupedNumberFormatter.atLeast(all, !behind);
        count.setText(on ? MESSAGES.text("search.count", GroupedNumberFormatter.count(row + 1), matches) : matches);
    }
}
