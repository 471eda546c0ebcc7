package tessera.ui.wall;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.alerts.AlertRules;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.model.Problem;
import tessera.ui.Screen;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Placeholder;

/** The pages of a wall, of which one is in sight. */
final class WallScreen implements Screen<WallQuery, WallState> {

    private static final double SIGN = 96;

    private final WallProjection projection;
    private final ObservableValue<WallQuery> query;
    private final MosaicPage mosaic = new MosaicPage();
    private final TrendsPage trends = new TrendsPage();
    private final AlertsPage alerts = new AlertsPage();
    private final WaitingPage waiting = new WaitingPage();
    private final VBox notice = new VBox();
    private final StackPane root = new StackPane();
    private boolean silent = true;
    private final ReadOnlyObjectWrapper<Boolean> populated = new ReadOnlyObjectWrapper<>(false);

    /** @param remembrance of what was measured before the wall was there */
    WallScreen(Accelerators accelerators, AlertRules rules, Remembrance remembrance,
            ObservableValue<WallQuery> query) {
        projection = new WallProjection(accelerators, rules, remembrance);
        this.query = query;
        notice.setId("wall-notice");
        notice.getStyleClass().add("wall-notice");
        root.getChildren().setAll(mosaic.node(), trends.node(), alerts.node(), waiting.node(), notice);
        show(notice);
        root.getStyleClass().add(Placeholder.AWAITING);
    }

    private void show(Node page) {
        root.getStyleClass().remove(Placeholder.AWAITING);
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
    public WallState project(Fleet fleet, WallQuery question) {
        return projection.state(fleet, question);
    }

    @Override
    public void show(WallState state) {
        silent = state instanceof WallState.Silent(_, boolean everywhere) && everywhere;
        switch (state) {
            case WallState.Silent(var why, _) -> tell(why);
            case WallState.Mosaic(var fleet) -> {
                show(mosaic.node());
                mosaic.show(fleet);
            }
            case WallState.Trends shown -> {
                show(trends.node());
                trends.show(shown);
                if (shown.awaited()) {
                    root.getStyleClass().add(Placeholder.AWAITING);
                }
            }
            case WallState.Alerts shown -> {
                show(alerts.node());
                alerts.show(shown);
            }
            case WallState.Waiting shown -> {
                show(waiting.node());
                waiting.show(shown);
            }
        }
    }

    @Override
    public void excuse(Problem why) {
        tell(Notice.failed(why));
    }

    private void tell(Notice why) {
        show(notice);
        notice.getChildren().setAll(Letters.sign(sign(why.kind()), SIGN), line(why.title(), "wall-notice-title"),
                line(why.kind() == Notice.Kind.EMPTY ? "" : why.text(), "wall-notice-text"),
                line(why.words(), "wall-notice-words"));
        if (why.kind() == Notice.Kind.LOADING) {
            root.getStyleClass().add(Placeholder.AWAITING);
        }
    }

    private static Label line(String text, String style) {
        var line = Letters.label(text, style);
        line.setWrapText(true);
        line.setManaged(!text.isEmpty());
        return line;
    }

    private static Glyph sign(Notice.Kind kind) {
        return switch (kind) {
            case LOADING -> Glyph.WAITING;
            case EMPTY, STOPPED -> Glyph.NONE;
            case FAILED -> Glyph.BROKEN;
            case FORBIDDEN -> Glyph.CORDONED;
        };
    }
}
