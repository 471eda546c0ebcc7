package tessera.ui.inspect;

import java.util.regex.Pattern;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.ui.kit.TextLabelFactory;

/** A value that wraps after punctuation, because image names and paths have no spaces. */
final class WrappingLabelFactory {

    private static final Pattern LONG = Pattern.compile("\\S{32,}");
    /** After a sign, or within what has none for so long that no line would hold it, such as a digest. */
    private static final Pattern PIECE = Pattern.compile("[^\\s/:@\\-_=,]{0,24}[\\s/:@\\-_=,]*");

    private WrappingLabelFactory() {}

    /** Returns whether normal wrapping would break the value within a word. */
    static boolean needsWrapping(String value) {
        return LONG.matcher(value).find();
    }

    static Region regionOf(String value) {
        var box = new VBox();
        value.lines().map(line -> needsWrapping(line) ? wrappedLine(line) : TextLabelFactory.wrapped(line, "small"))
                .forEach(box.getChildren()::add);
        return box;
    }

    private static Node wrappedLine(String line) {
        var pieces = new FlowPane();
        PIECE.matcher(line).results().map(found -> found.group()).filter(piece -> !piece.isEmpty())
                .forEach(piece -> pieces.getChildren().add(TextLabelFactory.label(piece, "small")));
        pieces.setAccessibleRole(AccessibleRole.TEXT);
        pieces.setAccessibleText(line);
        return pieces;
    }
}
