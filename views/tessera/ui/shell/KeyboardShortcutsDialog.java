package tessera.ui.shell;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.text.MessageCatalog;
import tessera.ui.heatmap.HeatmapColorMode;
import tessera.ui.kit.FloatingShadow;
import tessera.ui.kit.KeyboardShortcutText;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.TextLabelFactory;

/** Dialog with the keyboard shortcuts of the window. */
final class KeyboardShortcutsDialog {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(KeyboardShortcutsDialog.class);

    private final StackPane node = new StackPane();

    KeyboardShortcutsDialog() {
        node.setId("key-help");
        node.getStyleClass().add("palette-veil");
        node.setAlignment(Pos.CENTER);
        node.setVisible(false);
        node.addEventHandler(MouseEvent.MOUSE_PRESSED, event -> close());
    }

    /** Returns the shortcuts and what they do. */
    static List<KeyboardShortcutText> shortcuts() {
        return List.of(new KeyboardShortcutText(MESSAGES.text("keys.searchKey"), MESSAGES.text("keys.search")),
                new KeyboardShortcutText("1 … " + ScreenDestination.BY_DIGIT, MESSAGES.text("keys.goTo")),
                new KeyboardShortcutText("/", MESSAGES.text("keys.filter")),
                new KeyboardShortcutText(lensKeys(), MESSAGES.text("keys.lenses")),
                new KeyboardShortcutText("0", MESSAGES.text("keys.fit")),
                new KeyboardShortcutText("0 … 9", MESSAGES.text("keys.pickGpu")),
                new KeyboardShortcutText("← →  + −", MESSAGES.text("keys.pan")),
                new KeyboardShortcutText(MESSAGES.text("keys.dragKey"), MESSAGES.text("keys.drag")),
                new KeyboardShortcutText(MESSAGES.text("keys.wheelKey"), MESSAGES.text("keys.wheel")),
                new KeyboardShortcutText(MESSAGES.text("keys.moveKey"), MESSAGES.text("keys.move")),
                new KeyboardShortcutText(MESSAGES.text("keys.enterKey"), MESSAGES.text("keys.enter")),
                new KeyboardShortcutText(MESSAGES.text("keys.pagesKey"), MESSAGES.text("keys.pages")),
                new KeyboardShortcutText("S", MESSAGES.text("keys.terminal")),
                new KeyboardShortcutText(MESSAGES.text("keys.searchAnywhereKey"), MESSAGES.text("keys.searchAnywhere")),
                new KeyboardShortcutText(MESSAGES.text("keys.tabKey"), MESSAGES.text("keys.tab")),
                new KeyboardShortcutText("M", MESSAGES.text("keys.metrics")),
                new KeyboardShortcutText("C", MESSAGES.text("keys.copyName")),
                new KeyboardShortcutText(MESSAGES.text("keys.copyRowsKey"), MESSAGES.text("keys.copyRows")),
                new KeyboardShortcutText(MESSAGES.text("keys.themeKey"), MESSAGES.text("keys.theme")),
                new KeyboardShortcutText(MESSAGES.text("keys.escapeKey"), MESSAGES.text("keys.escape")),
                new KeyboardShortcutText("?", MESSAGES.text("keys.help")));
    }

    private static String lensKeys() {
        return Stream.of(HeatmapColorMode.values()).map(HeatmapColorMode::key).collect(Collectors.joining(" "));
    }

    private static VBox createSheet() {
        var title = TextLabelFactory.label(MESSAGES.text("keys.title"), "section-title");
        var grid = new GridPane(24, 8);
        var shortcuts = shortcuts();
        for (int row = 0; row < shortcuts.size(); row++) {
            var keys = TextLabelFactory.label(shortcuts.get(row).keys(), "key-hint");
            grid.addRow(row, keys, new Label(shortcuts.get(row).effect()));
        }
        var sheet = LayoutBoxFactory.withStyle(new VBox(16, title, grid), "key-sheet");
        sheet.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        return sheet;
    }

    StackPane node() {
        return node;
    }

    boolean isOpen() {
        return node.isVisible();
    }

    /** Opens the dialog, which is created on first use. */
    void open() {
        if (node.getChildren().isEmpty()) {
            var sheet = createSheet();
            node.getChildren().setAll(FloatingShadow.of(sheet), sheet);
        }
        node.setVisible(true);
    }

    void close() {
        node.setVisible(false);
    }
}
