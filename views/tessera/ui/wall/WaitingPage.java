package tessera.ui.wall;

import java.util.ArrayList;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.ui.kit.InlineParts;
import tessera.ui.kit.NumberText;
import tessera.ui.wall.WallState.WallColumn;
import tessera.ui.wall.WallState.WallRow;

/** Page of the pending GPU pods, and beside it the idle GPU allocations. */
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

    void show(WallState.WaitingWall state) {
        pending.show(state.pending());
        idle.show(state.idle());
    }

    /** One half of the page. */
    private static final class Half {

        private final HBox head = WallPieces.createRow(20);
        private final Label detail = WallPieces.styledLabel("", "wall-row-detail");
        private final VBox rows = new VBox();
        private final InlineParts<WaitingEntry> parts = new InlineParts<>(rows.getChildren(), Half::entryNode);
        private final VBox root = new VBox(head, detail, rows);

        /** Row, the number of those that do not fit, or the text of an empty list. */
        private record WaitingEntry(WallRow row, String placeholder, boolean more) {}

        Half(String id) {
            root.setId(id);
            root.getStyleClass().add("wall-list");
            root.setPrefWidth(0);
            HBox.setHgrow(root, Priority.ALWAYS);
        }

        void show(WallColumn column) {
            head.getChildren().setAll(WallPieces.signNode(column.sign(), SIGN),
                    WallPieces.styledLabel(column.title(), "wall-page-title"));
            detail.setText(column.detail());
            var nobody = new WallRow("", "", "", 0);
            var shown = new ArrayList<WaitingEntry>();
            int told = column.rows().size() > ROWS ? ROWS - 1 : column.rows().size();
            column.rows().subList(0, told).forEach(row -> shown.add(new WaitingEntry(row, "", false)));
            if (column.rows().isEmpty()) {
                shown.add(new WaitingEntry(nobody, column.emptyText(), false));
            } else if (told < column.rows().size()) {
                int more = column.rows().stream().skip(told).mapToInt(WallRow::count).sum();
                shown.add(new WaitingEntry(nobody, "and %s more".formatted(NumberText.count(more)), true));
            }
            parts.show(shown);
        }

        private static Node entryNode(WaitingEntry shown) {
            if (!shown.placeholder().isEmpty()) {
                return WallPieces.styledLabel(shown.placeholder(), shown.more() ? "wall-small" : "wall-row-quiet");
            }
            var row = shown.row();
            var title = WallPieces.createRow(20, WallPieces.styledLabel(row.title(), "wall-entry-title"),
                    WallPieces.createSpacer(),
                    WallPieces.wholeLabel(row.age(), "wall-row-age"));
            var detail = WallPieces.styledLabel(row.detail(), "wall-row-detail");
            detail.setWrapText(true);
            var box = new VBox(2, title, detail);
            box.getStyleClass().add("wall-row");
            return box;
        }
    }
}
