package tessera.ui.wall;

import java.time.Duration;
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
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.model.SessionConnectionStatus;
import tessera.ui.AppServices;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.OpenableClusterList;
import tessera.ui.ScreenUpdater;
import tessera.ui.ScreenUpdater.WindowRegion;
import tessera.ui.alerts.ActiveAlerts;
import tessera.ui.alerts.JavaFxAlertFeed;
import tessera.ui.alerts.PrometheusAlertFeed;
import tessera.ui.kit.NoDataPlaceholder;

/** A wall's view of one cluster: header, page and footer. It is kept current also while another is in sight. FX thread. */
final class WallClusterView extends StackPane implements AutoCloseable {

    private static final long AGE_STEP = 10;
    /** How much is seen of what is not the present. */
    private static final double FORMER = 0.45;
    /** More of them would take the room of what explains the heatmap; their number stands beside them. */
    private static final int DOTS = 12;

    private final ScreenUpdater host;
    private final JavaFxAlertFeed feed;
    private final PrometheusAlertFeed prometheus;
    private final WallClusterReconnector reopening;
    private final ObjectProperty<Instant> second;
    private final ObjectProperty<Instant> now;
    private final ObjectProperty<WallPageKind> page;
    private final ObjectProperty<OpenableClusterList> clusters;
    private final List<LatestValue.ObserverRegistration> observations;
    private final WallPrometheusBackfill totalsBackfill;
    private final WallPageSwitcher screen;
    private final Label pageLabel = WallPageControlFactory.styledLabel("", "wall-small");
    private final HBox dots = WallPageControlFactory.createRow(8);

    WallClusterView(AppServices services, WallDisplayOptions options, Executor projector) {
        var begun = options.clock().instant();
        second = new SimpleObjectProperty<>(begun.truncatedTo(ChronoUnit.SECONDS));
        now = new SimpleObjectProperty<>(begun);
        page = new SimpleObjectProperty<>(options.pages().getFirst());
        clusters = new SimpleObjectProperty<>(services.clusters().get());
        feed = new JavaFxAlertFeed(services.alertFeed());
        prometheus = new PrometheusAlertFeed(services.prometheusStatus(), now);
        reopening = new WallClusterReconnector(services);
        host = new ScreenUpdater(services.snapshots(), services.deviceReadings(), services.setups(),
                () -> services.newFleetReader(options.accelerators()), projector);
        totalsBackfill = new WallPrometheusBackfill(() -> services.prometheusStatus().get(),
                nodes -> NodesByExporterTarget.of(services.snapshots().get().nodes()).retainNodes(nodes),
                () -> relayTime(options));
        var alerts = ActiveAlerts.observe(feed, prometheus);
        var query = Bindings.createObjectBinding(() -> new WallPageInput(page.get(), now.get(), alerts.getValue()),
                page, now, alerts);
        screen = new WallPageSwitcher(options.accelerators(), services.alertRules(),
                new WallTrendBackfill(services::recentHistory, totalsBackfill), query);
        var head = new WallHeaderView(Bindings.createObjectBinding(
                () -> new WallHeaderInput(second.get(), options.clock().getZone(), clusters.get()), second, clusters));
        var foot = WallPageControlFactory.createRow(20, screen.legend(), pageLabel, dots);
        HBox.setHgrow(screen.legend(), Priority.ALWAYS);
        pageLabel.setMinWidth(Region.USE_PREF_SIZE);
        foot.getStyleClass().add("wall-foot");
        var frame = new BorderPane(screen.node(), head.node(), null, foot, null);
        head.staleBand().setMaxHeight(Region.USE_PREF_SIZE);
        StackPane.setAlignment(head.staleBand(), Pos.BOTTOM_CENTER);
        screen.node().opacityProperty()
                .bind(Bindings.when(head.staleBand().visibleProperty()).then(FORMER).otherwise(1));
        getStyleClass().add("wall-sheet");
        getChildren().setAll(frame, head.staleBand());
        host.openScreen(WindowRegion.FRAME, head);
        host.openScreen(WindowRegion.SCREEN, screen);
        observations = List.of(services.clusters().observe(
                () -> relayClusters(services)),
                // One that was found is asked for the past now, not when the next age is told.
                services.prometheusStatus()
                        .observe(() -> JavaFxThreadRelay.runOnFxThread(() -> now.set(options.clock().instant()))));
    }

    private void relayTime(WallDisplayOptions options) {
        JavaFxThreadRelay.runOnFxThread(() -> now.set(options.clock().instant()));
    }

    private void relayClusters(AppServices services) {
        JavaFxThreadRelay.runOnFxThread(() -> clusters.set(services.clusters().get()));
    }

    /** Advances the time. */
    void tick(Instant moment) {
        second.set(moment.truncatedTo(ChronoUnit.SECONDS));
        if (Math.abs(moment.getEpochSecond() - now.get().getEpochSecond()) >= AGE_STEP) {
            now.set(moment);
        }
        reopening.checkConnection(moment);
    }

    void turnTo(WallPageKind latestWallPageKind) {
        page.set(latestWallPageKind);
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
        if (text.equals(pageLabel.getText())) {
            return;
        }
        pageLabel.setText(text);
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
                NoDataPlaceholder.AWAITING);
    }

    /** Returns whether no page of the cluster has anything to show but the reason for that. */
    boolean isSilent() {
        return screen.isSilent();
    }

    @Override
    public void close() {
        host.close();
        totalsBackfill.close();
        feed.close();
        prometheus.close();
        observations.forEach(LatestValue.ObserverRegistration::close);
    }

    /**
     * Retries without end to reach a cluster that a window would leave to its user: one that rejected the credential, refused, or was closed. Less and less often, because a credential command may trouble somebody; at once after the
     * machine slept, as is what failed in one that seems to be reached still. FX thread.
     */
    static final class WallClusterReconnector {

        private static final Duration FIRST = Duration.ofSeconds(20);
        private static final Duration MOST = Duration.ofMinutes(10);
        /** Nobody asks so seldom but a machine that slept. */
        private static final Duration SLEPT = Duration.ofSeconds(30);

        private final AppServices services;
        private Duration wait = FIRST;
        private @Nullable Instant lastAttemptAt;
        private @Nullable Instant checkedAt;

        WallClusterReconnector(AppServices services) {
            this.services = services;
        }

        /** Checks the connection; to be called every second or so. */
        void checkConnection(Instant now) {
            boolean slept = checkedAt != null && Duration.between(checkedAt, now).compareTo(SLEPT) > 0;
            checkedAt = now;
            switch (services.snapshots().get().connection()) {
                case SessionConnectionStatus.LiveConnection _ -> {
                    resetBackoff();
                    if (slept) {
                        services.retryConnection();
                    }
                }
                case SessionConnectionStatus.UnauthenticatedConnection _,SessionConnectionStatus.RefusedConnection _,SessionConnectionStatus.NoConnection _ ->
                    retryWhenDue(now, slept);
                case SessionConnectionStatus.PendingConnection _,SessionConnectionStatus.InterruptedConnection _,SessionConnectionStatus.StaleConnection _,SessionConnectionStatus.UnreachableCluster _ -> {
                    if (slept) {
                        services.retryConnection();
                    }
                }
            }
        }

        private void resetBackoff() {
            wait = FIRST;
            lastAttemptAt = null;
        }

        private void retryWhenDue(Instant now, boolean slept) {
            var since = lastAttemptAt;
            if (since == null && !slept) {
                lastAttemptAt = now;
            } else if (slept || Duration.between(since, now).compareTo(wait) >= 0) {
                lastAttemptAt = now;
                wait = wait.multipliedBy(2).compareTo(MOST) > 0 ? MOST : wait.multipliedBy(2);
                services.retryConnection();
            }
        }
    }
}
