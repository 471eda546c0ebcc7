package tessera.ui.shell;

import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.text.MessageCatalog;
import tessera.ui.kit.FloatingShadow;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Question before container sessions are interrupted, which names them. FX thread. */
final class EndContainerSessionsDialog {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(EndContainerSessionsDialog.class);
    private static final int MOST = 8;

    private final StackPane node = new StackPane();
    /** Who had the keys before; they are theirs again afterwards. */
    private @Nullable Node before;

    EndContainerSessionsDialog() {
        node.setId("leave");
        node.getStyleClass().add("palette-veil");
        node.setAlignment(Pos.CENTER);
        node.setVisible(false);
    }

    Node node() {
        return node;
    }

    boolean isOpen() {
        return node.isVisible();
    }

    void close() {
        node.setVisible(false);
        node.getChildren().clear();
        if (before != null) {
            before.requestFocus();
            before = null;
        }
    }

    /**
     * Asks whether to end them.
     *
     * @param running a line each
     * @param leave   called if so
     */
    void ask(List<String> running, Runnable leave) {
        var stay = InputControlFactory.button("leave-stay", MESSAGES.text("sessions.cancel"), this::close);
        stay.setCancelButton(true);
        var end = InputControlFactory.button("leave-end", MESSAGES.text("sessions.close", running.size()), () -> {
            close();
            leave.run();
        });
        end.getStyleClass().add("danger");
        var buttons = new HBox(8, stay, end);
        buttons.setAlignment(Pos.CENTER_RIGHT);
        var sheet = new VBox(16,
                TextLabelFactory.label(MESSAGES.text("sessions.title", running.size()), "section-title"),
                sessionLines(running), buttons);
        sheet.getStyleClass().add("key-sheet");
        sheet.setMaxSize(560, Region.USE_PREF_SIZE);
        before = node.getScene() == null ? null : node.getScene().getFocusOwner();
        node.getChildren().setAll(FloatingShadow.of(sheet), sheet);
        node.setVisible(true);
        stay.requestFocus();
    }

    private static VBox sessionLines(List<String> running) {
        var lines = new VBox(6);
        running.stream().limit(MOST)
                .forEach(text -> lines.getChildren().add(TextLabelFactory.withSign(StatusGlyph.WARNING, text)));
        if (running.size() > MOST) {
            lines.getChildren()
                    .add(TextLabelFactory.label(MESSAGES.text("sessions.more", running.size() - MOST), "muted"));
        }
        return lines;
    }
}
