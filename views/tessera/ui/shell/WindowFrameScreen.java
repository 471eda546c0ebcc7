package tessera.ui.shell;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Supplier;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.insight.GpuFleet;
import tessera.metrics.prometheus.discovery.PrometheusStatus;
import tessera.model.Problem;
import tessera.ui.ProjectedScreen;
import tessera.ui.alerts.ActiveAlerts;
import tessera.ui.alerts.UrgentCountCache;
import tessera.ui.fleet.FigureHistory;
import tessera.ui.kit.StatusGlyph;

/** Frame of the window as a screen of its own, kept current like the others. */
final class WindowFrameScreen implements ProjectedScreen<FrameQuery, FrameState> {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final Node frame;
    private final ObservableValue<FrameQuery> query;
    private final ClockTicker ticker;
    private final Bars bars;
    private final FigureHistory past;
    private final UrgentCountCache urgency = new UrgentCountCache();

    /** Parts of the frame. */
    record Bars(TopBar top, StatusBar status, BannerBar banner, NavigationRail rail) {}

    /**
     * Data sources of the frame besides the cluster.
     *
     * @param prometheus how things stand with the one of the cluster
     * @param alerts      what is wrong
     * @param past       where the fleet's figures are kept
     */
    record Sources(Supplier<PrometheusStatus> prometheus, ObservableValue<ActiveAlerts> alerts, FigureHistory past) {}

    WindowFrameScreen(Node frame, ClockTicker ticker, ZoneId zone, Sources sources, Bars bars) {
        this.frame = frame;
        this.ticker = ticker;
        this.bars = bars;
        past = sources.past();
        query = Bindings.createObjectBinding(() -> new FrameQuery(ticker.frameTime().getValue(), zone,
                sources.prometheus().get(), sources.alerts().getValue()), ticker.frameTime(), sources.alerts());
        ticker.everySecond().subscribe(instant -> bars.status().showTime(CLOCK.format(instant.atZone(zone))));
    }

    @Override
    public Node node() {
        return frame;
    }

    @Override
    public ObservableValue<FrameQuery> query() {
        return query;
    }

    @Override
    public FrameState project(GpuFleet fleet, FrameQuery question) {
        past.record(fleet, question.now());
        return WindowFrameProjection.project(fleet, question,
                urgency.countUrgent(question.alerts(), fleet, question.now()));
    }

    @Override
    public void show(FrameState state) {
        bars.top().show(state);
        bars.status().show(state);
        bars.rail().showAlerts(state.urgent());
        bars.banner().show(state.notice());
        ticker.setCountsSeconds(state.notice().isPresent() || state.link().sign() != StatusGlyph.READY);
    }

    @Override
    public void showProblem(Problem problem) {
        show(FrameState.broken(problem));
    }
}
