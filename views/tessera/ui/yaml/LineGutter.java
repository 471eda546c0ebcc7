package tessera.ui.yaml;

import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import javafx.beans.binding.Bindings;
import javafx.collections.ObservableList;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import tessera.ui.kit.FontIcon;

/** Gutter of a text that can be folded: line numbers, and a mark at every foldable line. */
final class LineGutter {

    private final FoldableYamlText foldableText;
    private final IntConsumer toggleFold;
    private final int width;

    /** @param toggleFold has what belongs under a line hidden, or shown again */
    LineGutter(FoldableYamlText foldableText, IntConsumer toggleFold) {
        this.foldableText = foldableText;
        this.toggleFold = toggleFold;
        this.width = String.valueOf(foldableText.size()).length();
    }

    /** Returns a gutter without marks, of the same width, for a text that becomes editable. */
    static IntFunction<Node> withoutMarks(ObservableList<?> lines) {
        return position -> lineGutterNode(position, lines);
    }

    private static Node lineGutterNode(int position, ObservableList<?> lines) {
        var number = new Label();
        number.textProperty().bind(Bindings.createStringBinding(
                () -> lineNumberText(position, String.valueOf(lines.size()).length()), lines));
        return gutterRow(number, new StackPane());
    }

    private static String lineNumberText(int line, int width) {
        return ("%" + width + "d").formatted(line + 1);
    }

    private static HBox gutterRow(Node number, StackPane fold) {
        fold.getStyleClass().add("fold");
        var gutter = new HBox(number, fold);
        gutter.getStyleClass().add("lineno");
        gutter.setAlignment(Pos.CENTER_LEFT);
        return gutter;
    }

    /** Returns the gutter node of the line that is visible at a row. */
    Node gutterNode(int position) {
        int line = foldableText.lineAt(position);
        var number = new Label(lineNumberText(line, width));
        var fold = new StackPane();
        var gutter = gutterRow(number, fold);
        if (foldableText.isFoldable(line)) {
            gutter.getStyleClass().add("foldable");
            gutter.setId("fold-" + (line + 1));
            var mark = FontIcon.EXPAND.node();
            mark.setRotate(foldableText.isFolded(line) ? -90 : 0);
            fold.getChildren().add(mark);
            Tooltip.install(gutter,
                    new Tooltip(foldableText.isFolded(line) ? "Show what is folded here" : "Fold what belongs here"));
            gutter.setOnMouseClicked(click -> {
                if (click.getButton() == MouseButton.PRIMARY) {
                    toggleFold.accept(line);
                    click.consume();
                }
            });
        }
        return gutter;
    }
}
