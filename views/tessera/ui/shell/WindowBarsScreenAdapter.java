package tessera.ui.shell;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Supplier;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.gpu.GpuFleet;
import tessera.metrics.prometheus.discovery.PrometheusDiscoveryStatus;
import tessera.ui.ComposedScreen;
import tessera.ui.alerts.ActiveAlerts;
import tessera.ui.alerts.UrgentAlertCountCache;
import tessera.ui.fleet.HeadlineFigureHistory;
import tessera.ui.kit.StatusGlyph;

/** Frame of the window as a screen of its own, kept current like the others. */
final class WindowBarsScreenAdapter extends ComposedScreen<WindowBarsStateInputs, WindowBarsState> {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final ClockTicker ticker;
    private final WindowBars windowFrameBars;
    private final HeadlineFigureHistory figureHistory;
    private final UrgentAlertCountCache urgency = new UrgentAlertCountCache();

    /** Parts of the frame. */
    record WindowBars(TopBar top, StatusBar status, BannerBar banner, NavigationRail rail) {}

    /**
     * Data sources of the frame besides the cluster.
     *
     * @param prometheus how things stand with the one of the cluster
     * @param alerts      what is wrong
     * @param figureHistory       where the fleet's figures are kept
     */
    record WindowBarsDataSources(Supplier<PrometheusDiscoveryStatus> prometheus, ObservableValue<ActiveAlerts> alerts,
            HeadlineFigureHistory figureHistory) {}

    WindowBarsScreenAdapter(Node frame, ClockTicker ticker, ZoneId zone, WindowBarsDataSources windowFrameSources,
            WindowBars windowFrameBars) {
        this.ticker = ticker;
        this.windowFrameBars = windowFrameBars;
        figureHistory = windowFrameSources.figureHistory();
        setNode(frame, problem -> show(WindowBarsState.broken(problem)));
        setQuery(Bindings.createObjectBinding(
                () -> new WindowBarsStateInputs(ticker.frameTime().getValue(), zone,
                        windowFrameSources.prometheus().get(), windowFrameSources.alerts().getValue()),
                ticker.frameTime(), windowFrameSources.alerts()), this::computeState);
        ticker.everySecond()
                .subscribe(instant -> windowFrameBars.status().showTime(CLOCK.format(instant.atZone(zone))));
    }

    private WindowBarsState computeState(GpuFleet fleet, WindowBarsStateInputs inputs) {
        figureHistory.record(fleet, inputs.now());
        return WindowBarsStateBuilder.project(fleet, inputs, urgency.countUrgent(inputs.alerts(), fleet, inputs.now()));
    }

    @Override
    public void show(WindowBarsState state) {
        windowFrameBars.top().show(state);
        windowFrameBars.status().show(state);
        windowFrameBars.rail().showAlerts(state.urgent());
        windowFrameBars.banner().show(state.notice());
        ticker.setCountsSeconds(state.notice().isPresent() || state.chipState().glyph() != StatusGlyph.READY);
    }
}
