package tessera.ui.fleet;

import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.ui.fleet.FleetState.LegendKey;
import tessera.ui.fleet.FleetState.Sample;

/** Draws an entry of the legend: a small sample and what it means. */
final class LegendKeys {

    private LegendKeys() {}

    static HBox of(LegendKey key) {
        var box = new HBox(8, sample(key.sample()), new Label(key.text()));
        box.setAlignment(Pos.CENTER_LEFT);
        box.getStyleClass().add("legend-key");
        return box;
    }

    private static Region sample(Sample sample) {
        return switch (sample) {
            case MIG -> parted("bands", new VBox(1), 3);
            case SHARED -> parted("stripes", new HBox(1), 4);
            default -> swatch(sample);
        };
    }

    private static Region swatch(Sample sample) {
        var swatch = new Region();
        swatch.getStyleClass().addAll("swatch", sample.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        return swatch;
    }

    private static Region parted(String style, Pane box, int parts) {
        box.getStyleClass().addAll("swatch", style);
        for (int i = 0; i < parts; i++) {
            var piece = new Region();
            piece.getStyleClass().add("piece");
            box.getChildren().add(piece);
        }
        return box;
    }
}
