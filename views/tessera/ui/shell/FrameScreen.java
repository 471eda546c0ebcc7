package tessera.ui.shell;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Supplier;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import tessera.insight.Fleet;
import tessera.metrics.prometheus.find.Standing;
import tessera.model.Problem;
import tessera.ui.Screen;
import tessera.ui.alerts.Found;
import tessera.ui.alerts.Urgency;
import tessera.ui.fleet.FiguresPast;
import tessera.ui.kit.Glyph;

/** The frame as a screen of its own, so that it is kept current like the others. */
final class FrameScreen implements Screen<FrameQuery, FrameState> {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final Node frame;
    private final ObservableValue<FrameQuery> query;
    private final Ticker ticker;
    private final Bars bars;
    private final FiguresPast past;
    private final Urgency urgency = new Urgency();

    /** What it consists of. */
    record Bars(TopBar top, StatusBar status, BannerBar banner, Rail rail) {}

    /**
     * What it tells of, beside the cluster.
     *
     * @param prometheus how things stand with the one of the cluster
     * @param found      what is wrong
     * @param past       where the fleet's figures are kept
     */
    record Sources(Supplier<Standing> prometheus, ObservableValue<Found> found, FiguresPast past) {}

    FrameScreen(Node frame, Ticker ticker, ZoneId zone, Sources sources, Bars bars) {
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
    public FrameState project(Fleet fleet, FrameQuery question) {
        past.record(fleet, question.now());
        return FrameProjection.state(fleet, question, urgency.of(question.found(), fleet, question.now()));
    }

    @Override
    public void show(FrameState state) {
        bars.top().show(state);
        bars.status().show(state);
        bars.rail().alarm(state.urgent());
        bars.banner().show(state.notice());
        ticker.count(state.notice().isPresent() || state.link().sign() != Glyph.READY);
    }

    @Override
    public void excuse(Problem why) {
        show(FrameState.broken(why));
    }
}
