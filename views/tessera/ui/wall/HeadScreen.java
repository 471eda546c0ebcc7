package tessera.ui.wall;

import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.insight.GpuFleet;
import tessera.model.Problem;
import tessera.ui.ClusterList.ClusterMark;
import tessera.ui.ProjectedScreen;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.wall.HeadState.StaleNotice;

/** The head of a wall: whose data it shows, how that stands, the time; and across the page how old it is, when it is. */
final class HeadScreen implements ProjectedScreen<HeadQuery, HeadState> {

    private static final double SIGN = 36;

    private final ObservableValue<HeadQuery> query;
    private final Label cluster = WallPieces.label("", "wall-cluster");
    private final Label kind = WallPieces.label("", "wall-kind");
    private final StackPane sign = new StackPane();
    private final Label link = WallPieces.label("", "wall-link");
    private final Label age = WallPieces.label("", "wall-age");
    private final Label clock = WallPieces.label("", "wall-clock");
    private final HBox bar = WallPieces.row(20, cluster, kind, WallPieces.spacer(), sign, link, age, clock);
    private final Label lostAge = WallPieces.label("", "wall-lost-age");
    private final Label lostWhy = WallPieces.label("", "wall-lost-why");
    private final VBox band = new VBox(lostAge, lostWhy);

    HeadScreen(ObservableValue<HeadQuery> query) {
        this.query = query;
        bar.setId("wall-head");
        bar.getStyleClass().add("wall-head");
        band.setId("wall-lost");
        band.getStyleClass().add("wall-lost");
        band.setVisible(false);
        lostWhy.setWrapText(true);
    }

    @Override
    public Node node() {
        return bar;
    }

    /** What lies across the page while it must not be taken for the present. */
    VBox band() {
        return band;
    }

    @Override
    public ObservableValue<HeadQuery> query() {
        return query;
    }

    @Override
    public HeadState project(GpuFleet fleet, HeadQuery question) {
        return HeadProjection.state(fleet, question);
    }

    @Override
    public void show(HeadState state) {
        cluster.setText(state.cluster());
        kind.setText(switch (state.kind()) {
            case PLAIN, DEMO -> "";
            case PRODUCTION -> "production";
            case RESEARCH -> "research";
        });
        bar.getStyleClass().removeIf(style -> style.startsWith("kind-"));
        bar.getStyleClass().add(style(state.kind()));
        sign.getChildren().setAll(WallPieces.sign(state.sign(), SIGN));
        link.setText(state.link());
        age.setText(state.age());
        clock.setText(state.clock());
        show(state.lost());
    }

    private static String style(ClusterMark kind) {
        return switch (kind) {
            case PLAIN -> "kind-plain";
            case PRODUCTION -> "kind-production";
            case RESEARCH -> "kind-research";
            case DEMO -> "kind-demo";
        };
    }

    private void show(Optional<StaleNotice> lost) {
        band.setVisible(lost.isPresent());
        lostAge.setText(lost.map(StaleNotice::age).orElse(""));
        lostWhy.setText(lost.map(StaleNotice::why).orElse(""));
    }

    @Override
    public void excuse(Problem why) {
        sign.getChildren().setAll(WallPieces.sign(StatusGlyph.BROKEN, SIGN));
        link.setText(why.headline());
    }
}
