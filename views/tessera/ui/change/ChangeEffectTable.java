package tessera.ui.change;

import java.util.List;
import java.util.function.Function;
import javafx.geometry.HPos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.TextLabelFactory;

/**
 * Effects of a change, a row for each pod or node. The second column holds numbers, the last takes the room that is left.
 *
 * @param headings of the columns
 * @param row   the cells of an item
 * @param <T>   what a row is about
 */
record ChangeEffectTable<T>(List<String> headings, Function<T, Node[]> row) {

    /** So many are shown at first. */
    private static final int FEW = 8;

    /** Returns the items below a head, which gets a link to all of them where they are many. */
    Node tableOf(HBox head, List<T> items) {
        var rows = new VBox(grid(items.subList(0, Math.min(FEW, items.size()))));
        if (items.size() > FEW) {
            var all = new Hyperlink("Show all " + GroupedNumberFormatter.count(items.size()));
            all.setMinWidth(Region.USE_PREF_SIZE);
            all.setOnAction(event -> {
                rows.getChildren().setAll(grid(items));
                head.getChildren().remove(all);
            });
            head.getChildren().add(all);
        }
        return ChangePageBlockFactory.section(head, rows);
    }

    private GridPane grid(List<T> items) {
        var grid = new GridPane();
        grid.getStyleClass().add("effects");
        for (int i = 0; i < headings.size(); i++) {
            var column = new ColumnConstraints();
            column.setHgrow(i == headings.size() - 1 ? Priority.ALWAYS : Priority.NEVER);
            column.setHalignment(i == 1 ? HPos.RIGHT : HPos.LEFT);
            grid.getColumnConstraints().add(column);
            var head = TextLabelFactory.label(headings.get(i), "small", "muted", "effects-head");
            head.setMinWidth(Region.USE_PREF_SIZE);
            grid.add(head, i, 0);
        }
        for (int at = 0; at < items.size(); at++) {
            grid.addRow(at + 1, row.apply(items.get(at)));
        }
        return grid;
    }
}
