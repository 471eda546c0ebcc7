package tessera.ui.wall;

import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.transform.Scale;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Building blocks of wall pages. Their sizes are in the style sheet. */
final class WallPageControlFactory {

    private WallPageControlFactory() {}

    /** Returns a label that is left out where there is no room for all of it. */
    static Label wholeOrHiddenLabel(String text, String style) {
        var label = TextLabelFactory.shrinkable(text, style);
        label.visibleProperty()
                .bind(Bindings.createBooleanBinding(
                        () -> label.getWidth() >= Math.floor(label.prefWidth(Region.USE_COMPUTED_SIZE)),
                        label.widthProperty()));
        return label;
    }

    /** Returns a label of two lines at most. */
    static Label twoLineLabel(String text, String style) {
        var label = TextLabelFactory.shrinkable(text, style);
        label.setWrapText(true);
        label.getStyleClass().add("wall-two-lines");
        return label;
    }

    /** Returns a sign of a size. */
    static Node signNode(StatusGlyph glyph, double size) {
        var sign = glyph.node();
        sign.getTransforms().add(new Scale(size / StatusGlyph.BOX, size / StatusGlyph.BOX));
        sign.setManaged(false);
        var box = new StackPane(sign);
        box.setMinSize(size, size);
        box.setMaxSize(size, size);
        sign.resizeRelocate(0, 0, StatusGlyph.BOX, StatusGlyph.BOX);
        return box;
    }
}
