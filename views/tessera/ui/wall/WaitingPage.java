package tessera.ui.wall;

import java.util.ArrayList;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.Parts;
import tessera.ui.wall.WallState.Column;
import tessera.ui.wall.WallState.Row;

/** Who waits for GPUs, and beside it which GPUs are held for nothing. */
final class WaitingPage {

    private static final int ROWS = 6;
    private static final double SIGN = 44;

    private final Half pending = new Half("wall-pending");
    private final Half idle = new Half("wall-idle");
    private final HBox root = new HBox(pending.root, idle.root);

    WaitingPage() {
        root.getStyleClass().add("wall-halves");
    }

    Node node() {
        return root;
    }

    void show(WallState.Waiting state) {
        pending.show(state.pending());
        idle.show(state.idle());
    }

    /** One half of the page. */
    private static final class Half {

        private final HBox head = Letters.row(20);
        private final Label detail = Letters.label("", "wall-row-detail");
        private final VBox rows = new VBox();
        private final Parts<Shown> parts = new Parts<>(rows.getChildren(), Half::row);
        private final VBox root = new VBox(head, detail, rows);

        /** A row, or how many there is no room for, or what is said where there are none. */
        private record Shown(Row row, String instead, boolean more) {}

        Half(String id) {
            root.setId(id);
            root.getStyleClass().add("wall-list");
            root.setPrefWidth(0);
            HBox.setHgrow(root, Priority.ALWAYS);
        }

        void show(Column column) {
            head.getChildren().setAll(Letters.sign(column.sign(), SIGN),
                    Letters.label(column.title(), "wall-page-title"));
            detail.setText(column.detail());
            var nobody = new Row("", "", "", 0);
            var shown = new ArrayList<Shown>();
            int told = column.rows().size() > ROWS ? ROWS - 1 : column.rows().size();
            column.rows().subList(0, told).forEach(row -> shown.add(new Shown(row, "", false)));
            if (column.rows().isEmpty()) {
                shown.add(new Shown(nobody, column.empty(), false));
            } else if (told < column.rows().size()) {
                int more = column.rows().stream().skip(told).mapToInt(Row::count).sum();
                shown.add(new Shown(nobody, "and %s more".formatted(Numbers.count(more)), true));
            }
            parts.show(shown);
        }

        private static Node row(Shown shown) {
            if (!shown.instead().isEmpty()) {
                return Letters.label(shown.instead(), shown.more() ? "wall-small" : "wall-row-quiet");
            }
            var row = shown.row();
            var title = Letters.row(20, Letters.label(row.title(), "wall-entry-title"), Letters.spacer(),
                    Letters.whole(row.age(), "wall-row-age"));
            var detail = Letters.label(row.detail(), "wall-row-detail");
            detail.setWrapText(true);
            var box = new VBox(2, title, detail);
            box.getStyleClass().add("wall-row");
            return box;
        }
    }
}
