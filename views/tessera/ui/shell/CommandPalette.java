package tessera.ui.shell;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
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
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.text.MessageCatalog;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.OpenableClusterList;
import tessera.ui.kit.FloatingShadow;
import tessera.ui.kit.FontSizeProbe;
import tessera.ui.kit.FuzzyMatchScorer;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;

/**
 * Palette of all screens, objects and commands, found by a few letters of their names. They are looked through in the background,
 * since there may be a hundred thousand. FX thread.
 */
final class CommandPalette {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CommandPalette.class);
    private static final int MOST = 50;
    private static final double WIDTH = 640;
    private static final double ROW = 30;
    private static final int SEEN = 14;
    /** As many rows as what is said instead of them takes. */
    private static final int FEWEST = 1;

    /**
     * Command of the palette.
     *
     * @param title  what is typed to find it
     * @param detail what kind of thing it is, or its key
     * @param rank   among equal matches the lower comes first
     */
    record PaletteCommand(String title, String detail, int rank, Runnable action) {}

    private record PaletteMatch(PaletteCommand command, int score) {}

    /**
     * Search text of the user.
     *
     * @param openingNumber which opening of the palette this belongs to, from 1
     */
    private record CommandPaletteInput(String text, long openingNumber) {}

    /** Commands on offer when the palette was opened. */
    private record CommandPaletteContents(long openingNumber, List<PaletteCommand> commands) {}

    private final Supplier<List<PaletteCommand>> commands;
    private final LatestValue<OpenableClusterList> clusters;
    private final JavaFxThreadRelay relay;
    private final Label nothing = new Label();
    private final TextField field = InputControlFactory.textField("palette-field", MESSAGES.text("palette.search"));
    private final ListView<PaletteCommand> list = new ListView<>();
    private final StackPane node = new StackPane();
    private final VBox box = new VBox(field, list);
    private volatile CommandPaletteInput query = new CommandPaletteInput("", 0);
    /** What is in the list was found for this. */
    private CommandPaletteInput displayedQuery = query;
    /** Whether the first match is to run as soon as it is found: the user was faster. */
    private boolean impatient;
    /** In the background only. */
    private CommandPaletteContents contents = new CommandPaletteContents(0, List.of());
    private Optional<Node> focusBefore = Optional.empty();

    /**
     * A palette that is closed.
     *
     * @param commands   all there is, asked in the background each time the palette opens
     * @param clusters   of the one that is open it says whether changes are among them
     * @param background where they are looked through; one thread
     */
    CommandPalette(Supplier<List<PaletteCommand>> commands, LatestValue<OpenableClusterList> clusters,
            Executor background) {
        this.commands = commands;
        this.clusters = clusters;
        this.relay = new JavaFxThreadRelay(background, this::searchTask);
        field.textProperty().addListener((text, before, now) -> searchFor(now));
        field.addEventFilter(KeyEvent.KEY_PRESSED, this::handleKey);
        list.setId("palette-list");
        list.setCellFactory(view -> new PaletteCommandCell());
        list.setPlaceholder(nothing);
        list.setOnMouseClicked(event -> runSelected());
        list.setFocusTraversable(false);
        list.setFixedCellSize(ROW);
        // Otherwise it is never lower than its scroll bar would be, which it does not show.
        list.setMinHeight(0);
        box.getChildren().add(new FontSizeProbe(letters -> {
            list.setFixedCellSize(Math.ceil(ROW * letters));
            fitHeight();
        }));
        box.getStyleClass().add("palette");
        box.setMaxSize(WIDTH, Region.USE_PREF_SIZE);
        node.setId("palette");
        node.getStyleClass().add("palette-veil");
        node.setAlignment(Pos.TOP_CENTER);
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
        // What is in the scene is dressed with it, seen or not: a window opens sooner without.
        if (node.getChildren().isEmpty()) {
            node.getChildren().setAll(FloatingShadow.of(box), box);
        }
        query = new CommandPaletteInput("", query.openingNumber() + 1);
        list.getItems().clear();
        nothing.setText("");
        field.clear();
        searchFor("");
        node.setVisible(true);
        field.requestFocus();
    }

    void close() {
        impatient = false;
        node.setVisible(false);
        focusBefore.ifPresent(Node::requestFocus);
    }

    private void searchFor(String typed) {
        impatient = false;
        query = new CommandPaletteInput(typed, query.openingNumber());
        relay.requestUpdate();
    }

    private Runnable searchTask() {
        var wanted = query;
        if (contents.openingNumber() != wanted.openingNumber()) {
            contents = new CommandPaletteContents(wanted.openingNumber(), commands.get());
        }
        var matches = matchingCommands(contents.commands(), wanted.text());
        return () -> showMatches(wanted, matches);
    }

    private static List<PaletteCommand> matchingCommands(List<PaletteCommand> commands, String typed) {
        var matches = new ArrayList<PaletteMatch>();
        for (var command : commands) {
            int score = FuzzyMatchScorer.score(typed, command.title());
            if (score >= 0) {
                matches.add(new PaletteMatch(command, score));
            }
        }
        matches.sort(Comparator.comparingInt(PaletteMatch::score).reversed()
                .thenComparingInt(paletteMatch -> paletteMatch.command().rank()));
        return matches.stream().limit(MOST).map(PaletteMatch::command).toList();
    }

    /** Shows matches of the current query only: Enter would run an outdated one. */
    private void showMatches(CommandPaletteInput wanted, List<PaletteCommand> matches) {
        if (!wanted.equals(query)) {
            return;
        }
        displayedQuery = wanted;
        nothing.setText(MESSAGES.text("palette.none", clusters.get().readOnlyReason()));
        list.getItems().setAll(matches);
        list.getSelectionModel().selectFirst();
        list.scrollTo(0);
        fitHeight();
        if (impatient) {
            runSelected();
        }
    }

    /** Makes the list as high as its matches, as far as the window allows. */
    private void fitHeight() {
        list.setPrefHeight(Math.clamp(list.getItems().size(), FEWEST, SEEN) * list.getFixedCellSize());
    }

    private void handleKey(KeyEvent event) {
        switch (event.getCode()) {
            case ENTER -> runSelected();
            case ESCAPE -> close();
            case DOWN -> moveSelection(1);
            case UP -> moveSelection(-1);
            case PAGE_DOWN -> moveSelection(8);
            case PAGE_UP -> moveSelection(-8);
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void moveSelection(int by) {
        int last = list.getItems().size() - 1;
        if (last >= 0) {
            int to = Math.clamp((long) list.getSelectionModel().getSelectedIndex() + by, 0, last);
            list.getSelectionModel().select(to);
            list.scrollTo(Math.max(0, to - 6));
        }
    }

    private void runSelected() {
        impatient = !displayedQuery.equals(query);
        if (impatient) {
            return;
        }
        var selectedCommand = list.getSelectionModel().getSelectedItem();
        if (selectedCommand != null) {
            close();
            selectedCommand.action().run();
        }
    }

    private static final class PaletteCommandCell extends ListCell<PaletteCommand> {

        private final Label title = new Label();
        private final Label detail = new Label();
        private final HBox row;

        PaletteCommandCell() {
            detail.getStyleClass().addAll("small", "muted");
            detail.setMinWidth(Region.USE_PREF_SIZE);
            row = new HBox(12, title, LayoutBoxFactory.spacer(), detail);
            row.setAlignment(Pos.CENTER_LEFT);
        }

        @Override
        protected void updateItem(@Nullable PaletteCommand command, boolean empty) {
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
