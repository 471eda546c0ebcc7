package tessera.ui.wall;

import java.util.ArrayList;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.alerts.AlertRules;
import tessera.gpu.AcceleratorCatalog;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.ComposedScreen;
import tessera.ui.alerts.WallAlertSummary.WallAlertSummaryLine;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.wall.WallPageState.WallListRowState;
import tessera.ui.wall.WallPageState.WallPageHalfState;

/** Pages of a wall, one of which is shown. */
final class WallPageSwitcher extends ComposedScreen<WallPageInput, WallPageState> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WallPageSwitcher.class);
    private static final double SIGN = 96;

    private final WallHeatmapPage heatmap = new WallHeatmapPage();
    private final WallTrendsPage trends = new WallTrendsPage();
    private final WallAlertsPage alerts = new WallAlertsPage();
    private final WallPendingPodsPage waiting = new WallPendingPodsPage();
    private final VBox notice = new VBox();
    private final StackPane root = new StackPane();
    private boolean empty = true;
    private final ReadOnlyObjectWrapper<Boolean> populated = new ReadOnlyObjectWrapper<>(false);

    /** @param trendBackfill of what was measured before the wall was there */
    WallPageSwitcher(AcceleratorCatalog accelerators, AlertRules rules, WallTrendBackfill trendBackfill,
            ObservableValue<WallPageInput> query) {
        var stateBuilder = new WallPageStateBuilder(accelerators, rules, trendBackfill);
        notice.setId("wall-notice");
        notice.getStyleClass().add("wall-notice");
        root.getChildren().setAll(heatmap.node(), trends.node(), alerts.node(), waiting.node(), notice);
        showPage(notice);
        root.getStyleClass().add(NoDataPlaceholder.AWAITING);
        setNode(root, problem -> showNotice(EmptyScreenNotice.ofProblem(problem)));
        setQuery(query, stateBuilder::project);
    }

    private void showPage(Node page) {
        root.getStyleClass().remove(NoDataPlaceholder.AWAITING);
        root.getChildren().forEach(child -> child.setVisible(child.equals(page)));
        heatmap.legend().setVisible(page.equals(heatmap.node()));
        populated.set(!page.equals(notice));
    }

    /** Returns whether no page of the cluster has anything to show but the reason for that. */
    boolean isSilent() {
        return empty;
    }

    Node legend() {
        return heatmap.legend();
    }

    void setPixelDensity(double pixels) {
        heatmap.setPixelDensity(pixels);
    }

    @Override
    public void show(WallPageState state) {
        empty = state instanceof WallPageState.EmptyWallState(_, boolean everywhere) && everywhere;
        switch (state) {
            case WallPageState.EmptyWallState(var emptyNotice, _) -> showNotice(emptyNotice);
            case WallPageState.HeatmapWallState(var fleet) -> {
                showPage(heatmap.node());
                heatmap.show(fleet);
            }
            case WallPageState.TrendsWallState displayedTrendsWallState -> {
                showPage(trends.node());
                trends.show(displayedTrendsWallState);
                if (displayedTrendsWallState.isPending()) {
                    root.getStyleClass().add(NoDataPlaceholder.AWAITING);
                }
            }
            case WallPageState.AlertsWallState displayedAlertsWallState -> {
                showPage(alerts.node());
                alerts.show(displayedAlertsWallState);
            }
            case WallPageState.PendingPodsWallState pendingPodsWallState -> {
                showPage(waiting.node());
                waiting.show(pendingPodsWallState);
            }
        }
    }

    private void showNotice(EmptyScreenNotice emptyNotice) {
        showPage(notice);
        notice.getChildren().setAll(WallPageControlFactory.signNode(noticeGlyph(emptyNotice.kind()), SIGN),
                styledLine(emptyNotice.title(), "wall-notice-title"),
                styledLine(emptyNotice.kind() == EmptyScreenNotice.NoDataReason.EMPTY ? "" : emptyNotice.text(),
                        "wall-notice-text"),
                styledLine(emptyNotice.message(), "wall-notice-words"));
        if (emptyNotice.kind() == EmptyScreenNotice.NoDataReason.LOADING) {
            root.getStyleClass().add(NoDataPlaceholder.AWAITING);
        }
    }

    private static Label styledLine(String text, String style) {
        var line = TextLabelFactory.shrinkable(text, style);
        line.setWrapText(true);
        line.setManaged(!text.isEmpty());
        return line;
    }

    private static StatusGlyph noticeGlyph(EmptyScreenNotice.NoDataReason kind) {
        return switch (kind) {
            case LOADING -> StatusGlyph.WAITING;
            case EMPTY, STOPPED -> StatusGlyph.NONE;
            case FAILED -> StatusGlyph.BROKEN;
            case FORBIDDEN -> StatusGlyph.CORDONED;
        };
    }

    /** Page of the firing alerts, the most urgent first. */
    private static final class WallAlertsPage {

        private static final int ROWS = 7;
        private static final double SIGN = 52;

        private final Label title = TextLabelFactory.shrinkable("", "wall-page-title");
        private final Label coverage = TextLabelFactory.shrinkable("", "wall-small");
        private final VBox rows = new VBox();
        private final PaneChildrenReconciler<WallAlertRowState> parts = new PaneChildrenReconciler<>(rows.getChildren(),
                WallAlertsPage::alertRow);
        private final VBox root = new VBox();

        /** Alert, or the number of those that do not fit. */
        private record WallAlertRowState(WallAlertSummaryLine line, int hiddenCount) {}

        WallAlertsPage() {
            root.setId("wall-alerts");
            root.getStyleClass().add("wall-list");
            root.getChildren().setAll(title, rows, coverage);
            VBox.setVgrow(rows, Priority.ALWAYS);
        }

        Node node() {
            return root;
        }

        void show(WallPageState.AlertsWallState state) {
            title.setText(state.lines().isEmpty() ? state.emptyText() : state.title());
            coverage.setText(state.coverage());
            int told = state.lines().size() > ROWS ? ROWS - 1 : state.lines().size();
            var shown = new ArrayList<WallAlertRowState>();
            state.lines().subList(0, told).forEach(line -> shown.add(new WallAlertRowState(line, 0)));
            if (told < state.lines().size()) {
                shown.add(new WallAlertRowState(state.lines().getLast(),
                        state.lines().stream().skip(told).mapToInt(WallAlertSummaryLine::count).sum()));
            }
            parts.show(shown);
        }

        private static Node alertRow(WallAlertRowState row) {
            if (row.hiddenCount() > 0) {
                return TextLabelFactory.shrinkable(MESSAGES.text("list.more", row.hiddenCount()), "wall-small");
            }
            var line = row.line();
            var words = new VBox(2, TextLabelFactory.shrinkable(line.title(), severityStyle(line.glyph())),
                    TextLabelFactory.shrinkable(line.location() + OptionalText.prefixed(" · ", line.holder()),
                            "wall-row-detail"));
            HBox.setHgrow(words, Priority.ALWAYS);
            words.setMinWidth(0);
            var value = TextLabelFactory.whole(line.value(), "wall-row-value");
            var age = TextLabelFactory.whole(line.age(), "wall-row-age");
            var box = LayoutBoxFactory.row(28, WallPageControlFactory.signNode(line.glyph(), SIGN), words, value, age);
            box.getStyleClass().add("wall-row");
            return box;
        }

        private static String severityStyle(StatusGlyph glyph) {
            return glyph == StatusGlyph.INFO ? "wall-row-quiet" : "wall-row-title";
        }
    }

    /** Page of the pending GPU pods, and beside it the idle GPU allocations. */
    private static final class WallPendingPodsPage {

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

            private final HBox head = LayoutBoxFactory.row(20);
            private final Label detail = TextLabelFactory.shrinkable("", "wall-row-detail");
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
                        TextLabelFactory.shrinkable(column.title(), "wall-page-title"));
                detail.setText(column.detail());
                var nobody = new WallListRowState("", "", "", 0);
                var shown = new ArrayList<PendingOrIdleListEntry>();
                int told = column.rows().size() > ROWS ? ROWS - 1 : column.rows().size();
                column.rows().subList(0, told).forEach(row -> shown.add(new PendingOrIdleListEntry(row, "", false)));
                if (column.rows().isEmpty()) {
                    shown.add(new PendingOrIdleListEntry(nobody, column.emptyText(), false));
                } else if (told < column.rows().size()) {
                    int more = column.rows().stream().skip(told).mapToInt(WallListRowState::count).sum();
                    shown.add(new PendingOrIdleListEntry(nobody,
                            MESSAGES.text("list.more", GroupedNumberFormatter.count(more)), true));
                }
                parts.show(shown);
            }

            private static Node entryNode(PendingOrIdleListEntry displayedEntry) {
                if (!displayedEntry.placeholder().isEmpty()) {
                    return TextLabelFactory.shrinkable(displayedEntry.placeholder(),
                            displayedEntry.overflow() ? "wall-small" : "wall-row-quiet");
                }
                var row = displayedEntry.row();
                var title = LayoutBoxFactory.row(20, TextLabelFactory.shrinkable(row.title(), "wall-entry-title"),
                        LayoutBoxFactory.spacer(), TextLabelFactory.whole(row.age(), "wall-row-age"));
                var detail = TextLabelFactory.shrinkable(row.detail(), "wall-row-detail");
                detail.setWrapText(true);
                return LayoutBoxFactory.withStyle(new VBox(2, title, detail), "wall-row");
            }
        }
    }
}
