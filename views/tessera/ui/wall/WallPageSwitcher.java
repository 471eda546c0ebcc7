package tessera.ui.wall;

import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.alerts.AlertRules;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.model.Problem;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.StatusGlyph;

/** Pages of a wall, one of which is shown. */
final class WallPageSwitcher implements SnapshotDrivenScreen<WallPageQuery, WallPageState> {

    private static final double SIGN = 96;

    private final WallPageStateBuilder projection;
    private final ObservableValue<WallPageQuery> query;
    private final WallHeatmapPage mosaic = new WallHeatmapPage();
    private final WallTrendsPage trends = new WallTrendsPage();
    private final WallAlertsPage alerts = new WallAlertsPage();
    private final WallPendingPodsPage waiting = new WallPendingPodsPage();
    private final VBox notice = new VBox();
    private final StackPane root = new StackPane();
    private boolean silent = true;
    private final ReadOnlyObjectWrapper<Boolean> populated = new ReadOnlyObjectWrapper<>(false);

    /** @param remembrance of what was measured before the wall was there */
    WallPageSwitcher(AcceleratorCatalog accelerators, AlertRules rules, WallTrendBackfill remembrance,
            ObservableValue<WallPageQuery> query) {
        projection = new WallPageStateBuilder(accelerators, rules, remembrance);
        this.query = query;
        notice.setId("wall-notice");
        notice.getStyleClass().add("wall-notice");
        root.getChildren().setAll(mosaic.node(), trends.node(), alerts.node(), waiting.node(), notice);
        showPage(notice);
        root.getStyleClass().add(NoDataPlaceholder.AWAITING);
    }

    private void showPage(Node page) {
        root.getStyleClass().remove(NoDataPlaceholder.AWAITING);
        root.getChildren().forEach(child -> child.setVisible(child.equals(page)));
        mosaic.legend().setVisible(page.equals(mosaic.node()));
        populated.set(!page.equals(notice));
    }

    /** Returns whether no page of the cluster has anything to show but the reason for that. */
    boolean isSilent() {
        return silent;
    }

    Node legend() {
        return mosaic.legend();
    }

    void setPixelDensity(double pixels) {
        mosaic.setPixelDensity(pixels);
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<WallPageQuery> query() {
        return query;
    }

    @Override
    public WallPageState project(GpuFleet fleet, WallPageQuery question) {
        return projection.project(fleet, question);
    }

    @Override
    public void show(WallPageState state) {
        silent = state instanceof WallPageState.EmptyWallState(_, boolean everywhere) && everywhere;
        switch (state) {
            case WallPageState.EmptyWallState(var why, _) -> showNotice(why);
            case WallPageState.HeatmapWallState(var fleet) -> {
                showPage(mosaic.node());
                mosaic.show(fleet);
            }
            case WallPageState.TrendsWallState shown -> {
                showPage(trends.node());
                trends.show(shown);
                if (shown.isPending()) {
                    root.getStyleClass().add(NoDataPlaceholder.AWAITING);
                }
            }
            case WallPageState.AlertsWallState shown -> {
                showPage(alerts.node());
                alerts.show(shown);
            }
            case WallPageState.PendingPodsWallState shown -> {
                showPage(waiting.node());
                waiting.show(shown);
            }
        }
    }

    @Override
    public void showProblem(Problem problem) {
        showNotice(EmptyScreenNotice.ofProblem(problem));
    }

    private void showNotice(EmptyScreenNotice why) {
        showPage(notice);
        notice.getChildren().setAll(WallPageControlFactory.signNode(noticeGlyph(why.kind()), SIGN),
                styledLine(why.title(), "wall-notice-title"),
                styledLine(why.kind() == EmptyScreenNotice.NoDataReason.EMPTY ? "" : why.text(), "wall-notice-text"),
                styledLine(why.message(), "wall-notice-words"));
        if (why.kind() == EmptyScreenNotice.NoDataReason.LOADING) {
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
