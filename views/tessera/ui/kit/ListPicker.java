package tessera.ui.kit;

import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;
import org.jspecify.annotations.Nullable;
import tessera.text.MessageCatalog;

/** A button that opens a list to choose from, with a filter field; for lists of any length. FX thread. */
public final class ListPicker {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ListPicker.class);
    private static final double WIDTH = 360;
    private static final double ROW = 30;
    /** So many choices are in sight at once. */
    private static final int MOST = 10;

    /**
     * One choice.
     *
     * @param title  what is chosen
     * @param detail a few words behind it; may be empty
     * @param style  a style class for the mark before it; empty for none
     * @param searchText  what is typed to find it, in one piece
     */
    public record PickerChoice(String title, String detail, String style, String searchText) {

        /** One that is found by its title. */
        public PickerChoice(String title, String detail, String style) {
            this(title, detail, style, title);
        }

        private boolean matchesTyped(String typed) {
            return searchText.toLowerCase(Locale.ROOT).contains(typed);
        }
    }

    private final Button button = new Button();
    private final TextField field = new TextField();
    private final Label noteLabel = new Label();
    private final ObservableList<PickerChoice> choices = FXCollections.observableArrayList();
    private final FilteredList<PickerChoice> matching = new FilteredList<>(choices);
    private final ListView<PickerChoice> list = new ListView<>(matching);
    private final Consumer<String> onSelect;
    private @Nullable Consumer<String> added;
    private @Nullable PopOver popOver;

    /**
     * @param id      of the button
     * @param opening runs before the list is shown, to fill it
     * @param onSelect  called with the title of what was chosen
     */
    public ListPicker(String id, Runnable opening, Consumer<String> onSelect) {
        this.onSelect = onSelect;
        button.setId(id);
        button.getStyleClass().add("picker");
        field.setId(id + "-field");
        list.setId(id + "-list");
        list.setFixedCellSize(ROW);
        button.setOnAction(event -> {
            opening.run();
            field.clear();
            popOver().show(button);
            focusFilter();
        });
    }

    /** Lets Ctrl add a choice to others while the list stays open. */
    public void setAdding(Consumer<String> another) {
        added = another;
    }

    /** Returns the popup, created at the first use so that the window opens faster. */
    private PopOver popOver() {
        var made = popOver;
        if (made == null) {
            field.setPromptText(MESSAGES.text("picker.filter"));
            field.textProperty().addListener((text, before, now) -> filterChoices(now));
            field.addEventFilter(KeyEvent.KEY_PRESSED, this::onKey);
            list.setCellFactory(view -> new PickerChoiceCell(this::choose));
            list.setOnKeyPressed(this::onKey);
            noteLabel.getStyleClass().addAll("small", "muted");
            noteLabel.setWrapText(true);
            noteLabel.setMinHeight(Region.USE_PREF_SIZE);
            var box = LayoutBoxFactory.withStyle(new VBox(8, field, list, noteLabel), "picker-box");
            box.setPrefWidth(WIDTH);
            made = FloatingPopOver.create(box, PopOver.ArrowLocation.TOP_LEFT);
            popOver = made;
        }
        return made;
    }

    public Button node() {
        return button;
    }

    /** Sets the graphic and text of the button. */
    public void setLabel(Node graphic, String text) {
        button.setGraphic(graphic);
        button.setText(text);
    }

    /**
     * Fills the list.
     *
     * @param said a sentence below it; empty for none
     */
    public void offer(List<PickerChoice> newest, String said) {
        choices.setAll(newest);
        list.setPrefHeight(ROW * Math.clamp(newest.size(), 1, MOST));
        list.getSelectionModel().clearSelection();
        noteLabel.setText(said);
        noteLabel.setManaged(!said.isEmpty());
        focusFilter();
    }

    /** Focuses the filter field. */
    private void focusFilter() {
        if (popOver != null && popOver.isShowing()) {
            field.requestFocus();
        }
    }

    private void filterChoices(String text) {
        var wanted = text.toLowerCase(Locale.ROOT).strip();
        var texts = List.of(wanted.split("\\s+"));
        matching.setPredicate(choice -> texts.stream().allMatch(choice::matchesTyped));
        // Enter takes the first that fits what was typed, and nothing where nothing was typed.
        if (wanted.isEmpty()) {
            list.getSelectionModel().clearSelection();
        } else {
            list.getSelectionModel().select(bestMatch(wanted));
            list.scrollTo(list.getSelectionModel().getSelectedIndex());
        }
    }

    /** Returns the first choice that contains the typed text in one piece, or else the first. */
    private int bestMatch(String wanted) {
        for (int number = 0; number < matching.size(); number++) {
            if (matching.get(number).matchesTyped(wanted)) {
                return number;
            }
        }
        return 0;
    }

    private void onKey(KeyEvent event) {
        if (event.getCode() == KeyCode.ENTER) {
            choose(list.getSelectionModel().getSelectedItem(), event.isShortcutDown());
            event.consume();
        } else if (event.getCode() == KeyCode.ESCAPE) {
            popOver().hide();
            event.consume();
        } else if (event.getCode() == KeyCode.DOWN && field.equals(event.getSource())) {
            list.requestFocus();
            list.getSelectionModel().selectFirst();
            event.consume();
        }
    }

    private void choose(@Nullable PickerChoice choice, boolean another) {
        var adding = added;
        if (choice != null && another && adding != null) {
            adding.accept(choice.title());
        } else if (choice != null) {
            popOver().hide();
            onSelect.accept(choice.title());
        }
    }

    private static final class PickerChoiceCell extends ListCell<PickerChoice> {

        private final Region swatch = new Region();
        private final Label title = new Label();
        private final Label detail = new Label();
        private final HBox row = new HBox(8, swatch, title, detail);

        /** @param picked called with what is clicked, and whether Ctrl was down */
        PickerChoiceCell(BiConsumer<@Nullable PickerChoice, Boolean> picked) {
            setOnMouseClicked(event -> picked.accept(getItem(), event.isShortcutDown()));
            row.getStyleClass().add("choice");
            detail.getStyleClass().addAll("small", "muted");
            title.setMinWidth(Region.USE_PREF_SIZE);
            // As wide as the list: a long detail is shortened.
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(@Nullable PickerChoice choice, boolean empty) {
            super.updateItem(choice, empty);
            if (choice == null || empty) {
                setGraphic(null);
                return;
            }
            title.setText(choice.title());
            detail.setText(choice.detail());
            swatch.getStyleClass().setAll("context-mark", choice.style());
            swatch.setManaged(!choice.style().isEmpty());
            swatch.setVisible(swatch.isManaged());
            setGraphic(row);
        }
    }
}
