package tessera.ui.wall;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.flow.LatestValue;
import tessera.metrics.prometheus.fleet.NodesByExporterTarget;
import tessera.model.Problem;
import tessera.model.SessionConnectionStatus;
import tessera.text.MessageCatalog;
import tessera.ui.ClusterAlertSource;
import tessera.ui.ComposedScreen;
import tessera.ui.DeviceHistorySource;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.OpenClusterSource;
import tessera.ui.OpenableClusterList;
import tessera.ui.OpenableClusterList.ClusterPurposeMark;
import tessera.ui.ScreenUpdater;
import tessera.ui.ScreenUpdater.WindowRegion;
import tessera.ui.alerts.ActiveAlerts;
import tessera.ui.alerts.JavaFxAlertFeed;
import tessera.ui.alerts.PrometheusAlertFeed;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;
import tessera.ui.wall.WallHeaderState.StaleDataNotice;

/** A wall's view of one cluster: header, page and footer. It is kept current also while another is in sight. FX thread. */
final class WallClusterView extends StackPane implements AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WallClusterView.class);
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
    private final Label pageLabel = TextLabelFactory.shrinkable("", "wall-small");
    private final HBox dots = LayoutBoxFactory.row(8);

    WallClusterView(OpenClusterSource services, DeviceHistorySource history, ClusterAlertSource alerting,
            WallDisplayOptions options, Executor projector) {
        var begun = options.clock().instant();
        second = new SimpleObjectProperty<>(begun.truncatedTo(ChronoUnit.SECONDS));
        now = new SimpleObjectProperty<>(begun);
        page = new SimpleObjectProperty<>(options.pages().getFirst());
        clusters = new SimpleObjectProperty<>(services.clusters().get());
        feed = new JavaFxAlertFeed(alerting.alertFeed());
        prometheus = new PrometheusAlertFeed(history.prometheusStatus(), now);
        reopening = new WallClusterReconnector(services);
        host = new ScreenUpdater(services.snapshots(), services.deviceReadings(), services.setups(),
                () -> alerting.newFleetReader(options.accelerators()), projector);
        totalsBackfill = new WallPrometheusBackfill(() -> history.prometheusStatus().get(),
                nodes -> NodesByExporterTarget.of(services.snapshots().get().nodes()).retainNodes(nodes),
                () -> relayTime(options));
        var alerts = ActiveAlerts.observe(feed, prometheus);
        var query = Bindings.createObjectBinding(() -> new WallPageInput(page.get(), now.get(), alerts.getValue()),
                page, now, alerts);
        screen = new WallPageSwitcher(options.accelerators(), alerting.alertRules(),
                new WallTrendBackfill(history::recentHistory, totalsBackfill), query);
        var head = new WallHeaderView(Bindings.createObjectBinding(
                () -> new WallHeaderInput(second.get(), options.clock().getZone(), clusters.get()), second, clusters));
        var foot = LayoutBoxFactory.row(20, screen.legend(), pageLabel, dots);
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
        observations = List.of(services.clusters().observe(() -> relayClusters(services)),
                // One that was found is asked for the past now, not when the next age is told.
                history.prometheusStatus().observe(() -> relayTime(options)));
    }

    private void relayTime(WallDisplayOptions options) {
        JavaFxThreadRelay.runOnFxThread(() -> now.set(options.clock().instant()));
    }

    private void relayClusters(OpenClusterSource services) {
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
        var text = all == 1 ? title : MESSAGES.text("page.number", title, number + 1, all);
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
        return host.shownSnapshot().isPresent() && !screen.node().getStyleClass().contains(NoDataPlaceholder.AWAITING);
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

        private final OpenClusterSource services;
        private Duration wait = FIRST;
        private @Nullable Instant lastAttemptAt;
        private @Nullable Instant checkedAt;

        WallClusterReconnector(OpenClusterSource services) {
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

    /** Header of a wall: cluster, status, time; and across the page the age of outdated data. */
    private static final class WallHeaderView extends ComposedScreen<WallHeaderInput, WallHeaderState> {

        private static final double SIGN = 36;

        private final Label cluster = TextLabelFactory.shrinkable("", "wall-cluster");
        private final Label kind = TextLabelFactory.shrinkable("", "wall-kind");
        private final StackPane glyphPane = new StackPane();
        private final Label link = TextLabelFactory.shrinkable("", "wall-link");
        private final Label age = TextLabelFactory.shrinkable("", "wall-age");
        private final Label clock = TextLabelFactory.shrinkable("", "wall-clock");
        private final HBox bar = LayoutBoxFactory.row(20, cluster, kind, LayoutBoxFactory.spacer(), glyphPane, link,
                age, clock);
        private final Label lostAge = TextLabelFactory.shrinkable("", "wall-lost-age");
        private final Label lostWhy = TextLabelFactory.shrinkable("", "wall-lost-why");
        private final VBox band = new VBox(lostAge, lostWhy);

        WallHeaderView(ObservableValue<WallHeaderInput> query) {
            setNode(bar, this::showLinkProblem);
            setQuery(query, WallHeaderStateBuilder::project);
            bar.setId("wall-head");
            bar.getStyleClass().add("wall-head");
            band.setId("wall-lost");
            band.getStyleClass().add("wall-lost");
            band.setVisible(false);
            lostWhy.setWrapText(true);
        }

        /** Returns the band across the page, shown while the page is not current. */
        VBox staleBand() {
            return band;
        }

        @Override
        public void show(WallHeaderState state) {
            cluster.setText(state.cluster());
            kind.setText(switch (state.kind()) {
                case PLAIN, DEMO -> "";
                case PRODUCTION -> MESSAGES.text("cluster.production");
                case RESEARCH -> MESSAGES.text("cluster.research");
            });
            bar.getStyleClass().removeIf(style -> style.startsWith("kind-"));
            bar.getStyleClass().add(markStyle(state.kind()));
            glyphPane.getChildren().setAll(WallPageControlFactory.signNode(state.glyph(), SIGN));
            link.setText(state.linkText());
            age.setText(state.age());
            clock.setText(state.clock());
            showStaleNotice(state.staleNotice());
        }

        private void showLinkProblem(Problem problem) {
            glyphPane.getChildren().setAll(WallPageControlFactory.signNode(StatusGlyph.BROKEN, SIGN));
            link.setText(problem.headline());
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
    }
}
