package tessera.ui.kit;

import javafx.beans.property.StringProperty;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** Filter field of a table, with the number of matching rows. FX thread. */
public final class FilterField {

    private static final double LEAST = 120;
    private static final double ROOM_FOR_COUNT = 280;

    private static final PseudoClass FOCUS_INSIDE = PseudoClass.getPseudoClass("focus-inside");
    private static final MessageCatalog MESSAGES = MessageCatalog.of(FilterField.class);

    private final CanvasTextMeasurer textMeasurer = new CanvasTextMeasurer();
    private final String prompt;
    private final TextField field = new TextField();
    private final Label count = TextLabelFactory.label("", "small", "muted");
    private final Label hint = TextLabelFactory.label("/", "key-hint");
    private final HBox node;
    private Runnable leave = () -> {};

    /** @param prompt shown while it is empty, with as many of the examples at its end as there is room for */
    public FilterField(String id, String prompt) {
        this.prompt = prompt;
        field.setId(id);
        field.setPromptText(prompt);
        field.widthProperty().subscribe(this::fitPrompt);
        field.fontProperty().subscribe(this::fitPrompt);
        field.getStyleClass().add("filter-text");
        field.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                onEscape();
                event.consume();
            } else if (event.getCode() == KeyCode.DOWN || event.getCode() == KeyCode.ENTER) {
                leave.run();
                event.consume();
            }
        });
        HBox.setHgrow(field, Priority.ALWAYS);
        count.setId(id + "-count");
        count.setMinWidth(Region.USE_PREF_SIZE);
        hint.setMinWidth(Region.USE_PREF_SIZE);
        node = new HBox(8, FontIcon.FILTER.node(), field, count, hint);
        node.setAlignment(Pos.CENTER_LEFT);
        node.getStyleClass().add("filter-field");
        node.setMinWidth(LEAST);
        node.widthProperty().subscribe(this::fitCount);
        field.focusedProperty().addListener((focused, before, now) -> {
            hint.setText(now ? "Esc" : "/");
            node.pseudoClassStateChanged(FOCUS_INSIDE, now);
        });
    }

    /** Hides the count where the field would be too narrow; the foot of the table shows it, too. */
    private void fitCount() {
        boolean wrong = count.getStyleClass().contains("warn-text");
        JavaFxNodeVisibility.setShown(count, wrong || node.getWidth() == 0 || node.getWidth() >= ROOM_FOR_COUNT);
        count.setMinWidth(wrong ? 0 : Region.USE_PREF_SIZE);
    }

    /** Hides the example where it would be cut. */
    private void fitPrompt() {
        double room = field.getWidth() - field.getInsets().getLeft() - field.getInsets().getRight();
        if (room <= 0) {
            return;
        }
        var introduction = MESSAGES.text("filter.examples");
        int examples = prompt.indexOf(introduction);
        var fitting = textMeasurer.dropLastParts(prompt, " ", field.getFont(), room);
        boolean some = fitting.length() > examples + introduction.length() + 1;
        field.setPromptText(promptText(examples, some, fitting));
    }

    private String promptText(int examples, boolean some, String fitting) {
        if (examples < 0) {
            return prompt;
        }
        if (some) {
            return fitting;
        }
        return prompt.substring(0, examples);
    }

    /** Sets the node that gets the focus from the field: with Enter and Down, and with Esc from an empty one. */
    public void leaveTo(Node next) {
        leave = next::requestFocus;
    }

    private void onEscape() {
        if (field.getText().isEmpty()) {
            leave.run();
        } else {
            field.clear();
        }
    }

    public HBox node() {
        return node;
    }

    public StringProperty textProperty() {
        return field.textProperty();
    }

    public void focus() {
        field.requestFocus();
        field.selectAll();
    }

    /**
     * Shows the number of matching rows.
     *
     * @param text   e.g. {@code 16 of 24}
     * @param problem what could not be understood; empty when all was
     */
    public void show(String text, String problem) {
        count.setText(OptionalText.orElse(problem, text));
        count.getStyleClass().setAll("label", "small", problem.isEmpty() ? "muted" : "warn-text");
        fitCount();
        count.setTooltip(problem.isEmpty() ? null : new Tooltip(problem));
    }
}
