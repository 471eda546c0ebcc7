package tessera.ui.shell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.ui.kit.Fuzzy;

/** Every screen, every object and every command by name, a few letters away. FX thread. */
final class CommandPalette {

    private static final int MOST = 50;
    private static final double WIDTH = 640;

    /**
     * Something that can be done.
     *
     * @param title  what is typed to find it
     * @param detail what kind of thing it is, or its key
     * @param rank   among equal matches the lower comes first
     */
    record Command(String title, String detail, int rank, Runnable action) {}

    private record Match(Command command, int score) {}

    private final Supplier<List<Command>> commands;
    private final TextField field = new TextField();
    private final ListView<Command> list = new ListView<>();
    private final StackPane node = new StackPane();
    private List<Command> known = List.of();
    private Optional<Node> focusBefore = Optional.empty();

    /** @param commands all there is, asked each time the palette opens */
    CommandPalette(Supplier<List<Command>> commands) {
        this.commands = commands;
        field.setId("palette-field");
        field.setPromptText("Search or run a command…");
        field.textProperty().addListener((text, before, now) -> search(now));
        field.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        list.setId("palette-list");
        list.setCellFactory(view -> new CommandCell());
        list.setPlaceholder(new Label("Nothing is called that"));
        list.setOnMouseClicked(event -> run());
        list.setFocusTraversable(false);
        var box = new VBox(field, list);
        box.getStyleClass().add("palette");
        box.setMaxSize(WIDTH, Region.USE_PREF_SIZE);
        node.setId("palette");
        node.getStyleClass().add("palette-veil");
        node.setAlignment(Pos.TOP_CENTER);
        node.getChildren().setAll(box);
        node.setVisible(false);
        node.addEventHandler(MouseEvent.MOUSE_PRESSED, event -> {
            if (node.equals(event.getTarget())) {
                close();
            }
        });
    }

    StackPane node() {
        return node;
    }

    boolean isOpen() {
        return node.isVisible();
    }

    void open() {
        focusBefore = Optional.ofNullable(node.getScene()).map(scene -> scene.getFocusOwner());
        known = commands.get();
        field.clear();
        search("");
        node.setVisible(true);
        field.requestFocus();
    }

    void close() {
        node.setVisible(false);
        focusBefore.ifPresent(Node::requestFocus);
    }

    private void search(String typed) {
        var matches = new ArrayList<Match>();
        for (var command : known) {
            int score = Fuzzy.score(typed, command.title());
            if (score >= 0) {
                matches.add(new Match(command, score));
            }
        }
        matches.sort(
                Comparator.comparingInt(Match::score).reversed().thenComparingInt(match -> match.command().rank()));
        list.getItems().setAll(matches.stream().limit(MOST).map(Match::command).toList());
        list.getSelectionModel().selectFirst();
        list.scrollTo(0);
    }

    private void key(KeyEvent event) {
        switch (event.getCode()) {
            case ENTER -> run();
            case ESCAPE -> close();
            case DOWN -> move(1);
            case UP -> move(-1);
            case PAGE_DOWN -> move(8);
            case PAGE_UP -> move(-8);
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void move(int by) {
        int last = list.getItems().size() - 1;
        if (last >= 0) {
            int to = Math.clamp((long) list.getSelectionModel().getSelectedIndex() + by, 0, last);
            list.getSelectionModel().select(to);
            list.scrollTo(Math.max(0, to - 6));
        }
    }

    private void run() {
        var chosen = list.getSelectionModel().getSelectedItem();
        if (chosen != null) {
            close();
            chosen.action().run();
        }
    }

    private static final class CommandCell extends ListCell<Command> {

        private final Label title = new Label();
        private final Label detail = new Label();
        private final HBox row;

        CommandCell() {
            var spacer = new Region();
            HBox.setHgrow(spacer, Priority.ALWAYS);
            detail.getStyleClass().addAll("small", "muted");
            detail.setMinWidth(Region.USE_PREF_SIZE);
            row = new HBox(12, title, spacer, detail);
            row.setAlignment(Pos.CENTER_LEFT);
        }

        @Override
        protected void updateItem(@Nullable Command command, boolean empty) {
            super.updateItem(command, empty);
            if (command == null || empty) {
                setGraphic(null);
                return;
            }
            title.setText(command.title());
            detail.setText(command.detail());
            setGraphic(row);
        }
    }
}
