package tessera.ui.metrics;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Group;
import javafx.scene.control.Label;
import javafx.scene.layout.Pane;
import javafx.scene.shape.Circle;
import javafx.scene.shape.Line;
import tessera.ui.metrics.MetricsScreenState.MetricsScreenCharts;

/** The crosshair through all charts at one moment, with a dot on every line and the time below. FX thread. */
final class ChartCrosshair {

    /** With more lines, dots would hide what they mark. */
    private static final int MOST_DOTTED = 16;
    private static final double DOT = 2.5;
    /** The times of the axis stay readable above it. */
    private static final double BELOW_TICKS = 24;

    private final ChartCssColors palette;
    private final ZoneId zone;
    private final Line line = new Line();
    private final Label badge = new Label();
    private final Group dots = new Group();
    private final List<Circle> pool = new ArrayList<>();
    private final Pane node = new Pane(line, dots, badge);

    ChartCrosshair(ChartCssColors palette, ZoneId zone) {
        this.palette = palette;
        this.zone = zone;
        line.getStyleClass().add("crosshair");
        badge.getStyleClass().add("crosshair-time");
        badge.setManaged(false);
        node.setMouseTransparent(true);
        node.setManaged(false);
        node.setVisible(false);
    }

    Pane node() {
        return node;
    }

    /** Shows the crosshair at the measured moment, or else at the pointed time. */
    void show(MetricsScreenCharts metricsScreenCharts, ChartLayout layout, Optional<Instant> pointer,
            Optional<MetricValuesAtTime> moment) {
        node.setVisible(pointer.isPresent() && layout.isLegible() && !metricsScreenCharts.panels().isEmpty());
        if (!node.isVisible()) {
            return;
        }
        var at = moment.map(MetricValuesAtTime::at).or(() -> pointer).orElseThrow();
        double x = Math.max(layout.left(), Math.floor(layout.x(metricsScreenCharts.frame().shareOf(at))) + 0.5);
        double bottom = layout.bottom(layout.charts() - 1);
        line.setStartX(x);
        line.setEndX(x);
        line.setStartY(layout.top(0) - 4);
        line.setEndY(bottom + 4);
        badge.setText(new ChartTimeFormatter(metricsScreenCharts.frame(), zone).exact(at));
        badge.autosize();
        badge.relocate(Math.rint(Math.clamp(x - badge.getWidth() / 2, 0, layout.width() - badge.getWidth())),
                bottom + BELOW_TICKS);
        drawDots(metricsScreenCharts, layout, x, moment);
    }

    private void drawDots(MetricsScreenCharts metricsScreenCharts, ChartLayout layout, double x,
            Optional<MetricValuesAtTime> moment) {
        int used = 0;
        for (int row = 0; moment.isPresent() && row < metricsScreenCharts.lines().size()
                && metricsScreenCharts.lines().size() <= MOST_DOTTED; row++) {
            for (int number = 0; number < layout.charts(); number++) {
                double shown = moment.get().rows().get(row)[number];
                if (!Double.isNaN(shown)) {
                    var dot = pooledDot(used++);
                    dot.setCenterX(x);
                    dot.setCenterY(layout.y(number, metricsScreenCharts.panels().get(number).scale().share(shown)));
                    dot.setFill(palette.colorOf(ChartColor.seriesColor(metricsScreenCharts.lines().get(row).color())));
                }
            }
        }
        for (int i = 0; i < pool.size(); i++) {
            pool.get(i).setVisible(i < used);
        }
    }

    private Circle pooledDot(int number) {
        while (pool.size() <= number) {
            var dot = new Circle(DOT);
            pool.add(dot);
            dots.getChildren().add(dot);
        }
        return pool.get(number);
    }
}
