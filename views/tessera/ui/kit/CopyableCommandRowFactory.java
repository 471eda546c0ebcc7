package tessera.ui.kit;

import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import tessera.text.MessageCatalog;

/** A shell command with a button that copies it. FX thread. */
public final class CopyableCommandRowFactory {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(CopyableCommandRowFactory.class);

    private CopyableCommandRowFactory() {}

    /** Returns the row of a command, its text in these styles beside its font. */
    public static Node rowFor(String command, String... styles) {
        var copy = LayoutBoxFactory.withStyle(new Button("", FontIcon.COPY.node()), "flat", "button-icon");
        copy.setAccessibleText(MESSAGES.text("copy.command", command));
        copy.setMinWidth(Region.USE_PREF_SIZE);
        copy.setOnAction(event -> TextLabelFactory.copy(command));
        var text = TextLabelFactory.wrapped(command, "mono", "muted");
        text.getStyleClass().addAll(styles);
        return LayoutBoxFactory.row(8, text, copy);
    }
}
