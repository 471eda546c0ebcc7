package tessera.ui.fleet;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import tessera.alerts.AlertRule;
import tessera.alerts.AlertRules;
import tessera.alerts.AlertSignal;
import tessera.ui.heatmap.ColorScaleBar;
import tessera.ui.heatmap.HeatmapColorScale;
import tessera.ui.kit.MeasuredNumberFormatter;

/** The entry of the legend that explains the colours of a measured lens. */
final class HeatmapMetricLegendEntry extends HBox {

    /**
     * A colour scale with threshold marks.
     *
     * @param thresholds where alert rules draw a line, in its unit
     */
    record ThresholdMarkedColorScale(HeatmapColorScale scale, List<Double> thresholds) {
        ThresholdMarkedColorScale {
            thresholds = List.copyOf(thresholds);
        }
    }

    HeatmapMetricLegendEntry(ThresholdMarkedColorScale marked) {
        super(8);
        var scale = marked.scale();
        var marks = marked.thresholds();
        var title = new Label(switch (scale.colorMode()) {
            case TEMPERATURE -> "GPU temperature";
            case POWER -> "Board power";
            case MEMORY -> "Memory used";
            default -> "Busy";
        });
        title.getStyleClass().add("legend-title");
        var bar = new ColorScaleBar(scale.colorMode(), marks.stream()
                .map(threshold -> (threshold - scale.low()) / (scale.high() - scale.low())).toList());
        getChildren().setAll(title, new Label(endText(scale.low(), scale)), bar,
                new Label(endText(scale.high(), scale)));
        if (!marks.isEmpty()) {
            var text = new Label("alerts above " + marks.stream().map(MeasuredNumberFormatter::whole)
                    .collect(Collectors.joining(" and ")) + " " + scale.unit());
            text.getStyleClass().add("muted");
            getChildren().add(text);
        }
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().add("legend-key");
    }

    /** @param rules whose thresholds are marked */
    static ThresholdMarkedColorScale withThresholds(HeatmapColorScale scale, AlertRules rules) {
        var signal = switch (scale.colorMode()) {
            case TEMPERATURE -> AlertSignal.TEMPERATURE;
            case MEMORY -> AlertSignal.MEMORY_SHARE;
            default -> null;
        };
        double factor = signal == AlertSignal.MEMORY_SHARE ? 100 : 1;
        return new ThresholdMarkedColorScale(scale, signal == null ? List.of()
                : rules.rulesFor(signal).stream().map(AlertRule::limit).filter(Objects::nonNull)
                        .map(limit -> factor * limit.threshold()).sorted().distinct().toList());
    }

    private static String endText(double number, HeatmapColorScale scale) {
        return MeasuredNumberFormatter.whole(number) + " " + scale.unit();
    }
}
