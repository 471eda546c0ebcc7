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
import tessera.ui.wall.WallHeaderState.StaleNotice;

/** Header of a wall: cluster, status, time; and across the page the age of outdated data. */
final class WallHeaderScreen implements ProjectedScreen<WallHeaderQuery, WallHeaderState> {

    private static final double SIGN = 36;

    private final ObservableValue<WallHeaderQuery> query;
    private final Label cluster = WallPieces.styledLabel("", "wall-cluster");
    private final Label kind = WallPieces.styledLabel("", "wall-kind");
    private final StackPane sign = new StackPane();
    private final Label link = WallPieces.styledLabel("", "wall-link");
    private final Label age = WallPieces.styledLabel("", "wall-age");
    private final Label clock = WallPieces.styledLabel("", "wall-clock");
    private final HBox bar = WallPieces.createRow(20, cluster, kind, WallPieces.createSpacer(), sign, link, age, clock);
    private final Label lostAge = WallPieces.styledLabel("", "wall-lost-age");
    private final Label lostWhy = WallPieces.styledLabel("", "wall-lost-why");
    private final VBox band = new VBox(lostAge, lostWhy);

    WallHeaderScreen(ObservableValue<WallHeaderQuery> query) {
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

    /** Returns the band across the page, shown while the page is not current. */
    VBox staleBand() {
        return band;
    }

    @Override
    public ObservableValue<WallHeaderQuery> query() {
        return query;
    }

    @Override
    public WallHeaderState project(GpuFleet fleet, WallHeaderQuery question) {
        return WallHeaderProjection.project(fleet, question);
    }

    @Override
    public void show(WallHeaderState state) {
        cluster.setText(state.cluster());
        kind.setText(switch (state.kind()) {
            case PLAIN, DEMO -> "";
            case PRODUCTION -> "production";
            case RESEARCH -> "research";
        });
        bar.getStyleClass().removeIf(style -> style.startsWith("kind-"));
        bar.getStyleClass().add(markStyle(state.kind()));
        sign.getChildren().setAll(WallPieces.signNode(state.sign(), SIGN));
        link.setText(state.linkText());
        age.setText(state.age());
        clock.setText(state.clock());
        showStaleNotice(state.staleNotice());
    }

    private static String markStyle(ClusterMark kind) {
        return switch (kind) {
            case PLAIN -> "kind-plain";
            case PRODUCTION -> "kind-production";
            case RESEARCH -> "kind-research";
            case DEMO -> "kind-demo";
        };
    }

    private void showStaleNotice(Optional<StaleNotice> lost) {
        band.setVisible(lost.isPresent());
        lostAge.setText(lost.map(StaleNotice::age).orElse(""));
        lostWhy.setText(lost.map(StaleNotice::reason).orElse(""));
    }

    @Override
    public void showProblem(Problem problem) {
        sign.getChildren().setAll(WallPieces.signNode(StatusGlyph.BROKEN, SIGN));
        link.setText(problem.headline());
    }
}
