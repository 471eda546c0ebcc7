package tessera.ui.metrics;

import java.util.Optional;

/** How one gets from the time that charts show to an earlier, a closer or a wider one, and back to the present. FX thread. */
final class Travel {

    private final ChartPane pane;
    /** What was in sight before anything else was chosen. */
    private Optional<Frame> live = Optional.empty();

    Travel(ChartPane pane) {
        this.pane = pane;
    }

    /** Whether there is anything but what is in sight. */
    boolean possible() {
        return pane.reachProperty().get().isPositive() && !pane.chart().panels().isEmpty();
    }

    /** Shows the part of the time between two shares of what is in sight. */
    void part(double one, double other) {
        if (possible()) {
            remember();
            pane.zoomProperty().set(Optional.of(pane.chart().frame().part(one, other)));
        }
    }

    /** Shows a time of the length of a frame, moved by a share of it. */
    void pan(Frame from, double share) {
        if (possible()) {
            remember();
            live.ifPresent(present -> go(present, from.panned(share)));
        }
    }

    /** Shows a longer time, or a shorter one for a factor below 1; what lies at a share of the frame stays there. */
    void zoom(double share, double factor) {
        if (possible()) {
            remember();
            live.ifPresent(present -> go(present, pane.chart().frame().scaled(share, factor)));
        }
    }

    private void remember() {
        if (pane.zoomProperty().get().isEmpty()) {
            live = Optional.of(pane.chart().frame());
        }
    }

    private void go(Frame present, Frame wanted) {
        var bounded = wanted.within(present.to().minus(pane.reachProperty().get()), present.to());
        // Who comes back to the present stays in it.
        pane.zoomProperty().set(bounded.equals(present) ? Optional.empty() : Optional.of(bounded));
    }

    /** Goes back to the present; false where that is in sight. */
    boolean leave() {
        boolean away = pane.zoomProperty().get().isPresent();
        pane.zoomProperty().set(Optional.empty());
        return away;
    }
}
