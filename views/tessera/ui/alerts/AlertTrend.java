package tessera.ui.alerts;

import java.util.Optional;
import java.util.function.DoubleFunction;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import tessera.alerts.Alert;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.metrics.history.DeviceKey;
import tessera.model.reading.Metric;
import tessera.model.reading.MetricValues;
import tessera.ui.kit.MeasureText;
import tessera.ui.kit.Sparkline;
import tessera.ui.kit.TrendSource;

/**
 * What an alert is about over the last hour, where that is kept of every device.
 *
 * @param unit of the numbers as they are written
 */
record AlertTrend(Metric metric, DoubleFunction<String> number, String unit) {

    private static final AlertRules RULES = AlertRules.standard();
    private static final double WIDTH = 240;
    private static final double HEIGHT = 36;

    /** A line of it; empty where the alert is about no device, or about a number that is not kept. */
    static Optional<Node> of(TrendSource trends, Alert alert) {
        var subject = alert.subject();
        return subject.device().isEmpty() ? Optional.empty()
                : RULES.rule(alert.rule()).flatMap(rule -> of(rule.signal())).map(of -> of.line(trends,
                        new DeviceKey(subject.node(), subject.device(), subject.instance())));
    }

    private static Optional<AlertTrend> of(AlertSignal signal) {
        return switch (signal) {
            case TEMPERATURE -> Optional.of(new AlertTrend(Metric.TEMPERATURE, MeasureText::whole, "°C"));
            case MEMORY_SHARE -> Optional.of(new AlertTrend(Metric.MEMORY_USED, MeasureText::gibibytes, "GiB used"));
            case UTILISATION_WHILE_HELD ->
                Optional.of(new AlertTrend(Metric.UTILISATION, MeasureText::percent, "% busy"));
            case POWER_SHARE -> Optional.of(new AlertTrend(Metric.POWER, MeasureText::whole, "W"));
            default -> Optional.empty();
        };
    }

    private Node line(TrendSource trends, DeviceKey device) {
        var trend = trends.of(device, metric, MetricValues.NONE);
        var words = trend.series().isEmpty() ? "Nothing was measured" : trend.words(number) + " " + unit;
        var line = new Sparkline("plain", WIDTH, HEIGHT);
        line.show(trend, words);
        var label = new Label(words);
        label.getStyleClass().add("small");
        var row = new HBox(12, line, label);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }
}
