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

    void show(WallState.WaitingWall state) {
        pending.show(state.pending());
        idle.show(state.idle());
    }

    /** One half of the page. */
    private static final class Half {

        private final HBox head = WallPieces.row(20);
        private final Label detail = WallPieces.label("", "wall-row-detail");
        private final VBox rows = new VBox();
        private final InlineParts<WaitingEntry> parts = new InlineParts<>(rows.getChildren(), Half::row);
        private final VBox root = new VBox(head, detail, rows);

        /** A row, or how many there is no room for, or what is said where there are none. */
        private record WaitingEntry(WallRow row, String instead, boolean more) {}

        Half(String id) {
            root.setId(id);
            root.getStyleClass().add("wall-list");
            root.setPrefWidth(0);
            HBox.setHgrow(root, Priority.ALWAYS);
        }

        void show(WallColumn column) {
            head.getChildren().setAll(WallPieces.sign(column.sign(), SIGN),
                    WallPieces.label(column.title(), "wall-page-title"));
            detail.setText(column.detail());
            var nobody = new WallRow("", "", "", 0);
            var shown = new ArrayList<WaitingEntry>();
            int told = column.rows().size() > ROWS ? ROWS - 1 : column.rows().size();
            column.rows().subList(0, told).forEach(row -> shown.add(new WaitingEntry(row, "", false)));
            if (column.rows().isEmpty()) {
                shown.add(new WaitingEntry(nobody, column.empty(), false));
            } else if (told < column.rows().size()) {
                int more = column.rows().stream().skip(told).mapToInt(WallRow::count).sum();
                shown.add(new WaitingEntry(nobody, "and %s more".formatted(NumberText.count(more)), true));
            }
            parts.show(shown);
        }

        private static Node row(WaitingEntry shown) {
            if (!shown.instead().isEmpty()) {
                return WallPieces.label(shown.instead(), shown.more() ? "wall-small" : "wall-row-quiet");
            }
            var row = shown.row();
            var title = WallPieces.row(20, WallPieces.label(row.title(), "wall-entry-title"), WallPieces.spacer(),
                    WallPieces.whole(row.age(), "wall-row-age"));
            var detail = WallPieces.label(row.detail(), "wall-row-detail");
            detail.setWrapText(true);
            var box = new VBox(2, title, detail);
            box.getStyleClass().add("wall-row");
            return box;
        }
    }
}
