package tessera.ui.wall;

import java.util.ArrayList;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.wall.WallPageState.WallListRowState;
import tessera.ui.wall.WallPageState.WallPageHalfState;

/** Page of the pending GPU pods, and beside it the idle GPU allocations. */
final class WallPendingPodsPage {

    private static final int ROWS = 6;
    private static final double SIGN = 44;

    private final PendingOrIdleWallPane pending = new PendingOrIdleWallPane("wall-pending");
    private final PendingOrIdleWallPane half = new PendingOrIdleWallPane("wall-idle");
    private final HBox root = new HBox(pending.root, half.root);

    WallPendingPodsPage() {
        root.getStyleClass().add("wall-halves");
    }

    Node node() {
        return root;
    }

    void show(WallPageState.PendingPodsWallState state) {
        pending.show(state.pending());
        half.show(state.halfState());
    }

    /** One half of the page. */
    private static final class PendingOrIdleWallPane {

        private final HBox head = WallPageControlFactory.createRow(20);
        private final Label detail = WallPageControlFactory.styledLabel("", "wall-row-detail");
        private final VBox rows = new VBox();
        private final PaneChildrenReconciler<PendingOrIdleListEntry> parts = new PaneChildrenReconciler<>(
                rows.getChildren(), PendingOrIdleWallPane::entryNode);
        private final VBox root = new VBox(head, detail, rows);

        /** Row, the number of those that do not fit, or the text of an empty list. */
        private record PendingOrIdleListEntry(WallListRowState row, String placeholder, boolean overflow) {}

        PendingOrIdleWallPane(String id) {
            root.setId(id);
            root.getStyleClass().add("wall-list");
            root.setPrefWidth(0);
            HBox.setHgrow(root, Priority.ALWAYS);
        }

        void show(WallPageHalfState column) {
            head.getChildren().setAll(WallPageControlFactory.signNode(column.glyph(), SIGN),
                    WallPageControlFactory.styledLabel(column.title(), "wall-page-title"));
            detail.setText(column.detail());
            var nobody = new WallListRowState("", "", "", 0);
            var shown = new ArrayList<PendingOrIdleListEntry>();
            int told = column.rows().size() > ROWS ? ROWS - 1 : column.rows().size();
            column.rows().subList(0, told).forEach(row -> shown.add(new PendingOrIdleListEntry(row, "", false)));
            if (column.rows().isEmpty()) {
                shown.add(new PendingOrIdleListEntry(nobody, column.emptyText(), false));
            } else if (told < column.rows().size()) {
                int more = column.rows().stream().skip(told).mapToInt(WallListRowState::count).sum();
                shown.add(
                        new PendingOrIdleListEntry(nobody, "and %s more".formatted(GroupedNumberFormatter.count(more)),
                                true));
            }
            parts.show(shown);
        }

        private static Node entryNode(PendingOrIdleListEntry displayedEntry) {
            if (!displayedEntry.placeholder().isEmpty()) {
                return WallPageControlFactory.styledLabel(displayedEntry.placeholder(),
                        displayedEntry.overflow() ? "wall-small" : "wall-row-quiet");
            }
            var row = displayedEntry.row();
            var title = WallPageControlFactory.createRow(20,
                    WallPageControlFactory.styledLabel(row.title(), "wall-entry-title"),
                    WallPageControlFactory.createSpacer(),
                    WallPageControlFactory.wholeLabel(row.age(), "wall-row-age"));
            var detail = WallPageControlFactory.styledLabel(row.detail(), "wall-row-detail");
            detail.setWrapText(true);
            var box = new VBox(2, title, detail);
            box.getStyleClass().add("wall-row");
            return box;
        }
    }
}
