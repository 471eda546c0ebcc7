package tessera.ui.wall;

import javafx.beans.property.ReadOnlyObjectProperty;
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

/** The pages of a wall, of which one is in sight. */
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
        show(notice);
        root.getStyleClass().add(StatePlaceholder.AWAITING);
    }

    private void show(Node page) {
        root.getStyleClass().remove(StatePlaceholder.AWAITING);
        root.getChildren().forEach(child -> child.setVisible(child.equals(page)));
        mosaic.legend().setVisible(page.equals(mosaic.node()));
        populated.set(!page.equals(notice));
    }

    /** Whether a page with data is in sight, and not a reason why there is none. */
    ReadOnlyObjectProperty<Boolean> populatedProperty() {
        return populated.getReadOnlyProperty();
    }

    /** Whether no page of the cluster has anything to show but why that is so. */
    boolean silent() {
        return silent;
    }

    Node legend() {
        return mosaic.legend();
    }

    void sharpen(double pixels) {
        mosaic.sharpen(pixels);
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
        return projection.state(fleet, question);
    }

    @Override
    public void show(WallState state) {
        silent = state instanceof WallState.SilentWall(_, boolean everywhere) && everywhere;
        switch (state) {
            case WallState.SilentWall(var why, _) -> tell(why);
            case WallState.Mosaic(var fleet) -> {
                show(mosaic.node());
                mosaic.show(fleet);
            }
            case WallState.Trends shown -> {
                show(trends.node());
                trends.show(shown);
                if (shown.awaited()) {
                    root.getStyleClass().add(StatePlaceholder.AWAITING);
                }
            }
            case WallState.Alerts shown -> {
                show(alerts.node());
                alerts.show(shown);
            }
            case WallState.WaitingWall shown -> {
                show(waiting.node());
                waiting.show(shown);
            }
        }
    }

    @Override
    public void excuse(Problem why) {
        tell(ScreenNotice.failed(why));
    }

    private void tell(ScreenNotice why) {
        show(notice);
        notice.getChildren().setAll(WallPieces.sign(sign(why.kind()), SIGN), line(why.title(), "wall-notice-title"),
                line(why.kind() == ScreenNotice.NoticeKind.EMPTY ? "" : why.text(), "wall-notice-text"),
                line(why.words(), "wall-notice-words"));
        if (why.kind() == ScreenNotice.NoticeKind.LOADING) {
            root.getStyleClass().add(StatePlaceholder.AWAITING);
        }
    }

    private static Label line(String text, String style) {
        var line = WallPieces.label(text, style);
        line.setWrapText(true);
        line.setManaged(!text.isEmpty());
        return line;
    }

    private static StatusGlyph sign(ScreenNotice.NoticeKind kind) {
        return switch (kind) {
            case LOADING -> StatusGlyph.WAITING;
            case EMPTY, STOPPED -> StatusGlyph.NONE;
            case FAILED -> StatusGlyph.BROKEN;
            case FORBIDDEN -> StatusGlyph.CORDONED;
        };
    }
}
