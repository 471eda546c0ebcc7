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
import tessera.ui.kit.IconFont;

/** What stands left of a text that can be folded: the number of every line, and a mark where something belongs under it. */
final class LineGutter {

    private final FoldedText folding;
    private final IntConsumer turn;
    private final int width;

    /** @param turn has what belongs under a line hidden, or shown again */
    LineGutter(FoldedText folding, IntConsumer turn) {
        this.folding = folding;
        this.turn = turn;
        this.width = String.valueOf(folding.size()).length();
    }

    /** The same without marks, for a text that is written in from now on: it does not move for that. */
    static IntFunction<Node> unfolded(ObservableList<?> lines) {
        return place -> {
            var number = new Label();
            number.textProperty().bind(Bindings.createStringBinding(
                    () -> number(place, String.valueOf(lines.size()).length()), lines));
            return gutter(number, new StackPane());
        };
    }

    private static String number(int line, int width) {
        return ("%" + width + "d").formatted(line + 1);
    }

    private static HBox gutter(Node number, StackPane fold) {
        fold.getStyleClass().add("fold");
        var gutter = new HBox(number, fold);
        gutter.getStyleClass().add("lineno");
        gutter.setAlignment(Pos.CENTER_LEFT);
        return gutter;
    }

    /** What stands left of the line that is seen at a place. */
    Node mark(int place) {
        int line = folding.line(place);
        var number = new Label(number(line, width));
        var fold = new StackPane();
        var gutter = gutter(number, fold);
        if (folding.heads(line)) {
            gutter.getStyleClass().add("foldable");
            gutter.setId("fold-" + (line + 1));
            var mark = IconFont.EXPAND.node();
            mark.setRotate(folding.folded(line) ? -90 : 0);
            fold.getChildren().add(mark);
            Tooltip.install(gutter,
                    new Tooltip(folding.folded(line) ? "Show what is folded here" : "Fold what belongs here"));
            gutter.setOnMouseClicked(click -> {
                if (click.getButton() == MouseButton.PRIMARY) {
                    turn.accept(line);
                    click.consume();
                }
            });
        }
        return gutter;
    }
}
