package tessera.ui.operator;

import java.util.List;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.operator.GpuOperatorScreenState.StackCardContent;
import tessera.ui.operator.GpuOperatorScreenState.StackCardStatusLine;

/** The cards above the matrix, side by side, or where there is no room for that below each other with their facts in line. FX thread. */
final class GpuStackCardsPane {

    private static final double NAMES = 72;
    private static final double LEAST = 300;
    /** In a narrower place values have no room beside their names. */
    private static final double ABREAST = 720;

    private final HBox row = new HBox();
    private final VBox column = new VBox();
    private final PaneChildrenReconciler<StackCardContent> wide = new PaneChildrenReconciler<>(row.getChildren(),
            GpuStackCardsPane::cardNode);
    private final PaneChildrenReconciler<StackCardContent> narrow = new PaneChildrenReconciler<>(column.getChildren(),
            GpuStackCardsPane::factLines);
    private final StackPane root = new StackPane(row, column);

    GpuStackCardsPane() {
        root.setId("operator-cards");
        row.getStyleClass().add("stack-cards");
        column.getStyleClass().add("stack-cards");
        root.widthProperty().subscribe(this::placeCards);
    }

    private void placeCards() {
        boolean beside = root.getWidth() >= ABREAST;
        JavaFxNodeVisibility.setShown(row, beside);
        JavaFxNodeVisibility.setShown(column, !beside);
    }

    Node node() {
        return root;
    }

    void show(List<StackCardContent> cards) {
        wide.show(cards);
        narrow.show(cards);
    }

    private static Node factLines(StackCardContent card) {
        var facts = new FlowPane(16, 4);
        card.facts().forEach(
                fact -> facts.getChildren().add(new HBox(6, TextLabelFactory.label(fact.name(), "small", "muted"),
                        TextLabelFactory.label(fact.value(), "small", "plain"))));
        var head = new HBox(16, TextLabelFactory.shrinkableName(card.title(), "section-title"));
        card.status().ifPresent(status -> head.getChildren().add(verdictLine(status)));
        var box = new VBox(4, head, facts);
        box.getStyleClass().addAll("stack-card", "narrow");
        return box;
    }

    private static Node cardNode(StackCardContent card) {
        var box = new VBox(6, TextLabelFactory.shrinkable(card.title(), "section-title"));
        box.getStyleClass().add("stack-card");
        card.status().ifPresent(status -> box.getChildren().add(verdictLine(status)));
        var grid = new GridPane(12, 4);
        grid.getColumnConstraints().add(
                new ColumnConstraints(NAMES, Region.USE_COMPUTED_SIZE, Region.USE_COMPUTED_SIZE));
        for (int at = 0; at < card.facts().size(); at++) {
            var fact = card.facts().get(at);
            var name = TextLabelFactory.label(fact.name(), "small", "muted");
            name.setMinWidth(Region.USE_PREF_SIZE);
            GridPane.setValignment(name, VPos.TOP);
            var value = TextLabelFactory.wrapped(fact.value(), "small",
                    at == 0 && card.status().isEmpty() ? "strong" : "plain");
            GridPane.setHgrow(value, Priority.ALWAYS);
            GridPane.setValignment(value, VPos.TOP);
            grid.addRow(at, name, value);
        }
        box.getChildren().add(grid);
        box.setMinWidth(0);
        box.setPrefWidth(LEAST);
        HBox.setHgrow(box, Priority.ALWAYS);
        return box;
    }

    private static Node verdictLine(StackCardStatusLine status) {
        var line = new HBox(8, status.glyph().node(), TextLabelFactory.shrinkable(status.text(), "strong"),
                TextLabelFactory.label(status.since(), "small", "muted"));
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }
}
