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
import tessera.ui.alerts.AlertUrgency;
import tessera.ui.fleet.FiguresPast;
import tessera.ui.kit.StatusGlyph;

/** The frame as a screen of its own, so that it is kept current like the others. */
final class FrameScreen implements ProjectedScreen<FrameQuery, FrameState> {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final Node frame;
    private final ObservableValue<FrameQuery> query;
    private final ClockTicker ticker;
    private final Bars bars;
    private final FiguresPast past;
    private final AlertUrgency urgency = new AlertUrgency();

    /** What it consists of. */
    record Bars(TopBar top, StatusBar status, BannerBar banner, NavigationRail rail) {}

    /**
     * What it tells of, beside the cluster.
     *
     * @param prometheus how things stand with the one of the cluster
     * @param found      what is wrong
     * @param past       where the fleet's figures are kept
     */
    record Sources(Supplier<PrometheusStatus> prometheus, ObservableValue<ActiveAlerts> found, FiguresPast past) {}

    FrameScreen(Node frame, ClockTicker ticker, ZoneId zone, Sources sources, Bars bars) {
        this.frame = frame;
        this.ticker = ticker;
        this.bars = bars;
        past = sources.past();
        query = Bindings.createObjectBinding(() -> new FrameQuery(ticker.frame().getValue(), zone,
                sources.prometheus().get(), sources.found().getValue()), ticker.frame(), sources.found());
        ticker.second().subscribe(instant -> bars.status().tell(CLOCK.format(instant.atZone(zone))));
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
        return FrameProjection.state(fleet, question, urgency.of(question.found(), fleet, question.now()));
    }

    @Override
    public void show(FrameState state) {
        bars.top().show(state);
        bars.status().show(state);
        bars.rail().alarm(state.urgent());
        bars.banner().show(state.notice());
        ticker.count(state.notice().isPresent() || state.link().sign() != StatusGlyph.READY);
    }

    @Override
    public void excuse(Problem why) {
        show(FrameState.broken(why));
    }
}
