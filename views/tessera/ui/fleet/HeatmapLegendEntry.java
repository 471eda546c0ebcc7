package tessera.ui.fleet;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import tessera.ui.fleet.FleetScreenState.HeatmapLegendEntryState;
import tessera.ui.heatmap.HeatmapLegendSwatch;
import tessera.ui.heatmap.HeatmapZoom;
import tessera.ui.heatmap.HeatmapZoom.HeatmapNodeShape;

/** An entry of the legend: a sample of the heatmap and its meaning. */
final class HeatmapLegendEntry extends HBox {

    private final HeatmapLegendEntryState key;
    private final HeatmapLegendSwatch swatch;

    HeatmapLegendEntry(HeatmapLegendEntryState key, HeatmapZoom zoom) {
        super(8);
        this.key = key;
        this.swatch = new HeatmapLegendSwatch(key.sample(), key.scheme(), zoom);
        getChildren().setAll(swatch, new Label(key.text()));
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().add("legend-key");
        show(zoom);
    }

    /** Shows the entry, unless this zoom does not distinguish it. */
    void show(HeatmapZoom zoom) {
        boolean drawn = zoom.form() != HeatmapNodeShape.STRIP || !key.sample().strip().isEmpty();
        setVisible(drawn);
        setManaged(drawn);
        if (drawn) {
            swatch.show(zoom);
        }
    }
}
