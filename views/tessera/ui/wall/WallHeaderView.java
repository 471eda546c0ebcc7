package tessera.ui.wall;

import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import tessera.gpu.GpuFleet;
import tessera.model.Problem;
import tessera.ui.OpenableClusterList.ClusterPurposeMark;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.wall.WallHeaderState.StaleDataNotice;

/** Header of a wall: cluster, status, time; and across the page the age of outdated data. */
final class WallHeaderView implements SnapshotDrivenScreen<WallHeaderInput, WallHeaderState> {

    private static final double SIGN = 36;

    private final ObservableValue<WallHeaderInput> query;
    private final Label cluster = WallPageControlFactory.styledLabel("", "wall-cluster");
    private final Label kind = WallPageControlFactory.styledLabel("", "wall-kind");
    private final StackPane glyphPane = new StackPane();
    private final Label link = WallPageControlFactory.styledLabel("", "wall-link");
    private final Label age = WallPageControlFactory.styledLabel("", "wall-age");
    private final Label clock = WallPageControlFactory.styledLabel("", "wall-clock");
    private final HBox bar = WallPageControlFactory.createRow(20, cluster, kind, WallPageControlFactory.createSpacer(),
            glyphPane, link, age, clock);
    private final Label lostAge = WallPageControlFactory.styledLabel("", "wall-lost-age");
    private final Label lostWhy = WallPageControlFactory.styledLabel("", "wall-lost-why");
    private final VBox band = new VBox(lostAge, lostWhy);

    WallHeaderView(ObservableValue<WallHeaderInput> query) {
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
    public ObservableValue<WallHeaderInput> query() {
        return query;
    }

    @Override
    public WallHeaderState project(GpuFleet fleet, WallHeaderInput question) {
        return WallHeaderStateBuilder.project(fleet, question);
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
        glyphPane.getChildren().setAll(WallPageControlFactory.signNode(state.glyph(), SIGN));
        link.setText(state.linkText());
        age.setText(state.age());
        clock.setText(state.clock());
        showStaleNotice(state.staleNotice());
    }

    private static String markStyle(ClusterPurposeMark kind) {
        return switch (kind) {
            case PLAIN -> "kind-plain";
            case PRODUCTION -> "kind-production";
            case RESEARCH -> "kind-research";
            case DEMO -> "kind-demo";
        };
    }

    private void showStaleNotice(Optional<StaleDataNotice> lost) {
        band.setVisible(lost.isPresent());
        lostAge.setText(lost.map(StaleDataNotice::age).orElse(""));
        lostWhy.setText(lost.map(StaleDataNotice::reason).orElse(""));
    }

    @Override
    public void showProblem(Problem problem) {
        glyphPane.getChildren().setAll(WallPageControlFactory.signNode(StatusGlyph.BROKEN, SIGN));
        link.setText(problem.headline());
    }
}
