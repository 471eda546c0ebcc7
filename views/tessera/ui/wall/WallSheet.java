package tessera.ui.wall;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Executor;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import tessera.flow.LatestValue;
import tessera.metrics.prometheus.fleet.ScrapedNodes;
import tessera.ui.AppServices;
import tessera.ui.ClusterList;
import tessera.ui.FxRelay;
import tessera.ui.ScreenHost;
import tessera.ui.ScreenHost.ScreenPlace;
import tessera.ui.alerts.ActiveAlerts;
import tessera.ui.alerts.FxAlertFeed;
import tessera.ui.alerts.PrometheusAlertFeed;
import tessera.ui.kit.StatePlaceholder;

/** A wall's view of one cluster: header, page and footer. It is kept current also while another is in sight. FX thread. */
final class WallSheet extends StackPane implements AutoCloseable {

    private static final long AGE_STEP = 10;
    /** How much is seen of what is not the present. */
    private static final double FORMER = 0.45;
    /** More of them would take the room of what explains the mosaic; their number stands beside them. */
    private static final int DOTS = 12;

    private final ScreenHost host;
    private final FxAlertFeed feed;
    private final PrometheusAlertFeed prometheus;
    private final WallReconnect reopening;
    private final ObjectProperty<Instant> second;
    private final ObjectProperty<Instant> now;
    private final ObjectProperty<WallPage> page;
    private final ObjectProperty<ClusterList> clusters;
    private final List<LatestValue.Observation> observations;
    private final PrometheusBackfill hours;
    private final WallScreen screen;
    private final Label place = WallPieces.styledLabel("", "wall-small");
    private final HBox dots = WallPieces.createRow(8);

    WallSheet(AppServices desk, WallDisplayOptions terms, Executor projector) {
        var begun = terms.clock().instant();
        second = new SimpleObjectProperty<>(begun.truncatedTo(ChronoUnit.SECONDS));
        now = new SimpleObjectProperty<>(begun);
        page = new SimpleObjectProperty<>(terms.pages().getFirst());
        clusters = new SimpleObjectProperty<>(desk.clusters().get());
        feed = new FxAlertFeed(desk.alertFeed());
        prometheus = new PrometheusAlertFeed(desk.prometheusStatus(), now);
        reopening = new WallReconnect(desk);
        host = new ScreenHost(desk.snapshots(), desk.deviceReadings(), desk.setups(), terms.accelerators(),
                projector);
        hours = new PrometheusBackfill(() -> desk.prometheusStatus().get(),
                nodes -> ScrapedNodes.of(desk.snapshots().get().nodes()).retainNodes(nodes),
                () -> FxRelay.runOnFxThread(() -> now.set(terms.clock().instant())));
        var alerts = ActiveAlerts.observe(feed, prometheus);
        screen = new WallScreen(terms.accelerators(), desk.alertRules(), new TrendBackfill(desk::recentHistory, hours),
                Bindings.createObjectBinding(
                        () -> new WallQuery(page.get(), now.get(), alerts.getValue()), page, now, alerts));
        var head = new WallHeaderScreen(Bindings.createObjectBinding(
                () -> new WallHeaderQuery(second.get(), terms.clock().getZone(), clusters.get()), second, clusters));
        var foot = WallPieces.createRow(20, screen.legend(), place, dots);
        HBox.setHgrow(screen.legend(), Priority.ALWAYS);
        place.setMinWidth(Region.USE_PREF_SIZE);
        foot.getStyleClass().add("wall-foot");
        var frame = new BorderPane(screen.node(), head.node(), null, foot, null);
        head.staleBand().setMaxHeight(Region.USE_PREF_SIZE);
        StackPane.setAlignment(head.staleBand(), Pos.BOTTOM_CENTER);
        screen.node().opacityProperty()
                .bind(Bindings.when(head.staleBand().visibleProperty()).then(FORMER).otherwise(1));
        getStyleClass().add("wall-sheet");
        getChildren().setAll(frame, head.staleBand());
        host.openScreen(ScreenPlace.FRAME, head);
        host.openScreen(ScreenPlace.SCREEN, screen);
        observations = List.of(
                desk.clusters().observe(() -> FxRelay.runOnFxThread(() -> clusters.set(desk.clusters().get()))),
                // One that was found is asked for the past now, not when the next age is told.
                desk.prometheusStatus().observe(() -> FxRelay.runOnFxThread(() -> now.set(terms.clock().instant()))));
    }

    /** Advances the time. */
    void tick(Instant moment) {
        second.set(moment.truncatedTo(ChronoUnit.SECONDS));
        if (Math.abs(moment.getEpochSecond() - now.get().getEpochSecond()) >= AGE_STEP) {
            now.set(moment);
        }
        reopening.checkConnection(moment);
    }

    void turnTo(WallPage newest) {
        page.set(newest);
    }

    /**
     * Shows the number of the current page.
     *
     * @param number which of all that have a turn, from 0
     * @param all    how many have
     */
    void showPageNumber(int number, int all) {
        var title = page.get().title();
        var text = all == 1 ? title : "%s · %d of %d".formatted(title, number + 1, all);
        if (text.equals(place.getText())) {
            return;
        }
        place.setText(text);
        dots.getChildren().clear();
        for (int dot = 0; dot < all && all > 1 && all <= DOTS; dot++) {
            var mark = new Region();
            mark.getStyleClass().add(dot == number ? "wall-dot-here" : "wall-dot");
            dots.getChildren().add(mark);
        }
    }

    void setPixelDensity(double pixels) {
        screen.setPixelDensity(pixels);
    }

    /** Returns whether the requested page is shown, or the reason why it is unavailable. */
    boolean isSettled() {
        return host.shownSnapshot().isPresent() && !screen.node().getStyleClass().contains(
                StatePlaceholder.AWAITING);
    }

    /** Returns whether no page of the cluster has anything to show but the reason for that. */
    boolean isSilent() {
        return screen.isSilent();
    }

    @Override
    public void close() {
        host.close();
        hours.close();
        feed.close();
        prometheus.close();
        observations.forEach(LatestValue.Observation::close);
    }
}
