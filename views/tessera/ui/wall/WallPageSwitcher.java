package tessera.ui.wall;

import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.alerts.AlertRules;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.GpuFleet;
import tessera.model.Problem;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.StatusGlyph;

/** Pages of a wall, one of which is shown. */
final class WallPageSwitcher implements SnapshotDrivenScreen<WallPageInput, WallPageState> {

    private static final double SIGN = 96;

    private final WallPageStateBuilder stateBuilder;
    private final ObservableValue<WallPageInput> query;
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
        stateBuilder = new WallPageStateBuilder(accelerators, rules, trendBackfill);
        this.query = query;
        notice.setId("wall-notice");
        notice.getStyleClass().add("wall-notice");
        root.getChildren().setAll(heatmap.node(), trends.node(), alerts.node(), waiting.node(), notice);
        showPage(notice);
        root.getStyleClass().add(NoDataPlaceholder.AWAITING);
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
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<WallPageInput> query() {
        return query;
    }

    @Override
    public WallPageState project(GpuFleet fleet, WallPageInput question) {
        return stateBuilder.project(fleet, question);
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

    @Override
    public void showProblem(Problem problem) {
        showNotice(EmptyScreenNotice.ofProblem(problem));
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
        var line = WallPageControlFactory.styledLabel(text, style);
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
}
