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
import tessera.ui.ProjectedScreen;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.StatePlaceholder;
import tessera.ui.kit.StatusGlyph;

/** Pages of a wall, one of which is shown. */
final class WallScreen implements ProjectedScreen<WallQuery, WallState> {

    private static final double SIGN = 96;

    private final WallProjection projection;
    private final ObservableValue<WallQuery> query;
    private final MosaicPage mosaic = new MosaicPage();
    private final TrendsPage trends = new TrendsPage();
    private final WallAlertsPage alerts = new WallAlertsPage();
    private final WaitingPage waiting = new WaitingPage();
    private final VBox notice = new VBox();
    private final StackPane root = new StackPane();
    private boolean silent = true;
    private final ReadOnlyObjectWrapper<Boolean> populated = new ReadOnlyObjectWrapper<>(false);

    /** @param remembrance of what was measured before the wall was there */
    WallScreen(AcceleratorCatalog accelerators, AlertRules rules, TrendBackfill remembrance,
            ObservableValue<WallQuery> query) {
        projection = new WallProjection(accelerators, rules, remembrance);
        this.query = query;
        notice.setId("wall-notice");
        notice.getStyleClass().add("wall-notice");
        root.getChildren().setAll(mosaic.node(), trends.node(), alerts.node(), waiting.node(), notice);
        showPage(notice);
        root.getStyleClass().add(StatePlaceholder.AWAITING);
    }

    private void showPage(Node page) {
        root.getStyleClass().remove(StatePlaceholder.AWAITING);
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
    public ObservableValue<WallQuery> query() {
        return query;
    }

    @Override
    public WallState project(GpuFleet fleet, WallQuery question) {
        return projection.project(fleet, question);
    }

    @Override
    public void show(WallState state) {
        silent = state instanceof WallState.SilentWall(_, boolean everywhere) && everywhere;
        switch (state) {
            case WallState.SilentWall(var why, _) -> showNotice(why);
            case WallState.MosaicWall(var fleet) -> {
                showPage(mosaic.node());
                mosaic.show(fleet);
            }
            case WallState.TrendsWall shown -> {
                showPage(trends.node());
                trends.show(shown);
                if (shown.isPending()) {
                    root.getStyleClass().add(StatePlaceholder.AWAITING);
                }
            }
            case WallState.AlertsWall shown -> {
                showPage(alerts.node());
                alerts.show(shown);
            }
            case WallState.WaitingWall shown -> {
                showPage(waiting.node());
                waiting.show(shown);
            }
        }
    }

    @Override
    public void showProblem(Problem problem) {
        showNotice(ScreenNotice.ofProblem(problem));
    }

    private void showNotice(ScreenNotice why) {
        showPage(notice);
        notice.getChildren().setAll(WallPieces.signNode(noticeGlyph(why.kind()), SIGN),
                styledLine(why.title(), "wall-notice-title"),
                styledLine(why.kind() == ScreenNotice.NoticeKind.EMPTY ? "" : why.text(), "wall-notice-text"),
                styledLine(why.message(), "wall-notice-words"));
        if (why.kind() == ScreenNotice.NoticeKind.LOADING) {
            root.getStyleClass().add(StatePlaceholder.AWAITING);
        }
    }

    private static Label styledLine(String text, String style) {
        var line = WallPieces.styledLabel(text, style);
        line.setWrapText(true);
        line.setManaged(!text.isEmpty());
        return line;
    }

    private static StatusGlyph noticeGlyph(ScreenNotice.NoticeKind kind) {
        return switch (kind) {
            case LOADING -> StatusGlyph.WAITING;
            case EMPTY, STOPPED -> StatusGlyph.NONE;
            case FAILED -> StatusGlyph.BROKEN;
            case FORBIDDEN -> StatusGlyph.CORDONED;
        };
    }
}
